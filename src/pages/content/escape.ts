// Escapes text for HTML and reads entities in the values of attributes.

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** As {@link escapeHtml}, for text of Markdown: keeps the entities in it. */
export const escapeProse = (text: string): string =>
  text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});)|[<>"']/gi, (character) => ENTITIES[character] ?? "");

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Numeric entities and XML's five. Any other remains as it is written, and is escaped when it is shown. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));?/gi, (_, decimal, hex, name: string) =>
    name === undefined
      ? character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (NAMED[name.toLowerCase()] ?? ""),
  );

const character = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
