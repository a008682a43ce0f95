// Git's configuration format, to the extent that `.gitmodules` needs it.
import type { ByteString } from "./byte-string.ts";

export interface Setting {
  /** Lower case. */
  readonly section: string;
  readonly subsection: string | null;
  /** Lower case. */
  readonly key: string;
  /** Null for a key without `=`, which means true. */
  readonly value: string | null;
}

/** Settings in file order, up to the first syntax error. */
export function readConfig(content: ByteString): Setting[] {
  const text = new Scanner(content.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n"));
  const settings: Setting[] = [];
  let section: string | undefined = "";
  for (;;) {
    while (text.take(blank) !== null || text.take(comment) !== null);
    if (text.take(openBracket) !== null) {
      section = readSection(text);
      if (section === undefined) return settings;
      continue;
    }
    const key = text.take(keyName);
    if (key === null) return settings;
    const [, word = "", sign] = key;
    const value = sign === undefined ? null : readValue(text);
    if (value === undefined || text.take(lineEnd) === null) return settings;
    settings.push(setting(`${section}.${word.toLowerCase()}`, value));
  }
}

// One pattern per token, none with a repeated group: a file of 20 MB must not exhaust the matcher's stack.
const blank = /[ \t\n\r]+/y;
const comment = /[#;][^\n]*/y;
const openBracket = /\[/y;
const sectionName = /[A-Za-z0-9.-]*/y;
const closeBracket = /\]/y;
const openQuote = /[ \t\r]+"/y;
const quotedText = /[^"\\\n]+/y;
const quotedCharacter = /\\([^\n])/y;
const closeQuoteAndBracket = /"\]/y;
const keyName = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=)?/y;
const plainText = /[^\\"#; \t\r\n]+/y;
const spacing = /[ \t\r]+/y;
const quote = /"/y;
const commentSign = /[#;]/y;
const escapeSequence = /\\([tbn"\\\n])/y;
const restOfLine = /[^\n]*/y;
const atLineEnd = /(?=\n|$)/y;
const lineEnd = /\n|$/y;

/** Reads a text from its beginning, token by token. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Matches the pattern at the current position and moves past it; null where it does not match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }
}

/** Reads from behind the opening bracket; undefined for a syntax error. */
function readSection(text: Scanner): string | undefined {
  const name = text.take(sectionName)?.[0].toLowerCase() ?? "";
  if (text.take(closeBracket) !== null) return name;
  if (text.take(openQuote) === null) return undefined;
  const parts = [`${name}.`];
  for (;;) {
    const part = text.take(quotedText)?.[0] ?? text.take(quotedCharacter)?.[1];
    if (part === undefined) return text.take(closeQuoteAndBracket) === null ? undefined : parts.join("");
    parts.push(part);
  }
}

/** Reads to the end of the line; undefined for a syntax error. */
function readValue(text: Scanner): string | undefined {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  for (;;) {
    const space = text.take(spacing)?.[0];
    if (space !== undefined) {
      if (isQuoted) value += space;
      else if (value !== "") spaces += " ".repeat(space.length);
      continue;
    }
    const sign = text.take(commentSign)?.[0];
    if (sign !== undefined && !isQuoted) {
      text.take(restOfLine);
      continue;
    }
    const part = sign ?? text.take(plainText)?.[0] ?? unescaped(text.take(escapeSequence)?.[1]);
    if (part !== undefined) {
      value += spaces + part;
      spaces = "";
    } else if (text.take(quote) !== null) isQuoted = !isQuoted;
    else return isQuoted || text.take(atLineEnd) === null ? undefined : value;
  }
}

const escapes: Readonly<Record<string, string>> = { "\n": "", t: "\t", b: "\b", n: "\n" };

const unescaped = (character: string | undefined) =>
  character === undefined ? undefined : (escapes[character] ?? character);

/** Splits `submodule.NAME.url`, in which NAME may contain dots. Git's strings end at a NUL. */
function setting(name: string, value: string | null): Setting {
  const [whole = ""] = name.split("\0");
  const first = whole.indexOf(".");
  const last = whole.lastIndexOf(".");
  return {
    section: whole.slice(0, Math.max(first, 0)),
    subsection: last > first ? whole.slice(first + 1, last) : null,
    key: whole.slice(last + 1),
    value: value === null ? null : (value.split("\0")[0] ?? ""),
  };
}
