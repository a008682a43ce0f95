// Writes values in the text format of Cap'n Proto, in which workerd reads its configuration.

/** The content of a file, which workerd reads itself. */
export class Embedded {
  readonly path: string;

  /** @param path absolute; workerd is told to search for such paths from the root on */
  constructor(path: string) {
    this.path = path;
  }
}

/** A struct has the names of its fields; those that are undefined are left out. */
export type Value = string | boolean | Embedded | readonly Value[] | { readonly [name: string]: Value | undefined };

export function toText(value: Value): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Embedded) return `embed ${quoted(value.path)}`;
  if (isList(value)) return `[${value.map(toText).join(", ")}]`;
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [`${name} = ${toText(field)}`],
  );
  return `(${fields.join(", ")})`;
}

/** Array.isArray does not narrow to read-only arrays. */
const isList = (value: object): value is readonly Value[] => Array.isArray(value);

/** Control characters as hexadecimal escapes, everything else as it is, in UTF-8. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll(/\p{Cc}/gu, (character) => escapedBytes(character))}"`;

const escapedBytes = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
