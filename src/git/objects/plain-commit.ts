// Recognises most commits without faults quickly, from their bytes.
import { OID_BYTES } from "./oid.ts";

/** What a push needs of a commit. */
export interface PlainCommit {
  /** Raw ids of the tree and the parents, one behind the other. */
  readonly links: Uint8Array;
  /** The committer's time, in seconds since 1970. */
  readonly time: number;
}

const [LINE_FEED, SPACE, ZERO, NINE, LESS, GREATER] = [0x0a, 0x20, 0x30, 0x39, 0x3c, 0x3e];
const [PLUS, MINUS] = [0x2b, 0x2d];
const OID_DIGITS = 2 * OID_BYTES;
/** Longer times are left to the full check. */
const MOST_TIME_DIGITS = 15;
const NOT_A_DIGIT = 16;

/** Values of lower-case hexadecimal digits. */
const digitValues = new Uint8Array(256).fill(NOT_A_DIGIT);
for (let value = 0; value < 16; value++) digitValues[value.toString(16).charCodeAt(0)] = value;

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const [tree, parent] = [bytesOf("tree "), bytesOf("parent ")];
const [author, committer] = [bytesOf("author "), bytesOf("committer ")];

// Where the last ident ended, and its time: variables of the module, because an object for each would take longer.
let end = 0;
let time = 0;

/** Returns null unless a commit has no fault; null says nothing. */
export function readPlainCommit(content: Uint8Array): PlainCommit | null {
  let links = 0;
  for (let at = 0; links === 0 || startsWith(content, at, parent); links++) {
    if (links === 0 && !startsWith(content, 0, tree)) return null;
    at += (links === 0 ? tree : parent).length + OID_DIGITS;
    if (content[at] !== LINE_FEED) return null;
    at += 1;
    end = at;
  }
  const raw = new Uint8Array(links * OID_BYTES);
  for (let link = 0, at = tree.length; link < links; link++, at += OID_DIGITS + 1 + parent.length) {
    if (!readOid(content, at, raw, link * OID_BYTES)) return null;
  }
  if (!startsWith(content, end, author) || !readIdent(content, end + author.length)) return null;
  if (!startsWith(content, end, committer) || !readIdent(content, end + committer.length)) return null;
  return hasBody(content, end) ? { links: raw, time } : null;
}

function startsWith(content: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let place = 0; place < word.length; place++) if (content[at + place] !== word[place]) return false;
  return true;
}

function readOid(content: Uint8Array, at: number, raw: Uint8Array, to: number): boolean {
  for (let place = 0; place < OID_BYTES; place++) {
    const high = digitValues[content[at + 2 * place] ?? 0] ?? NOT_A_DIGIT;
    const low = digitValues[content[at + 2 * place + 1] ?? 0] ?? NOT_A_DIGIT;
    if ((high | low) >= NOT_A_DIGIT) return false;
    raw[to + place] = (high << 4) | low;
  }
  return true;
}

/** `A U Thor <author@example.com> 1112911993 -0700` and a line feed. Sets {@link end} and {@link time}. */
function readIdent(content: Uint8Array, start: number): boolean {
  const open = endOfText(content, start);
  if (content[open] !== LESS || open === start || content[open - 1] !== SPACE) return false;
  const close = endOfText(content, open + 1);
  if (content[close] !== GREATER || content[close + 1] !== SPACE) return false;
  const from = close + 2;
  let at = from;
  time = 0;
  for (; isDigit(content[at]); at++) time = time * 10 + (content[at] ?? 0) - ZERO;
  if (at === from || at - from > MOST_TIME_DIGITS || (content[from] === ZERO && at - from > 1)) return false;
  if (content[at] !== SPACE || (content[at + 1] !== PLUS && content[at + 1] !== MINUS)) return false;
  for (let digit = at + 2; digit < at + 6; digit++) if (!isDigit(content[digit])) return false;
  end = at + 7;
  return content[at + 6] === LINE_FEED;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/** Index of the next `<`, `>`, line feed, or the end. */
function endOfText(content: Uint8Array, start: number): number {
  let at = start;
  while (at < content.length && content[at] !== LESS && content[at] !== GREATER && content[at] !== LINE_FEED) at += 1;
  return at;
}

/** The ident is not continued, an empty line ends the headers, and no byte is 0. */
function hasBody(content: Uint8Array, headers: number): boolean {
  if (content[headers] === SPACE) return false;
  let isBlank = false;
  for (let at = headers - 1; at + 1 < content.length && !isBlank; at++) {
    isBlank = content[at] === LINE_FEED && content[at + 1] === LINE_FEED;
  }
  return isBlank && !content.includes(0);
}
