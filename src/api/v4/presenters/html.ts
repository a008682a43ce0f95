// HTML of plain texts.

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
