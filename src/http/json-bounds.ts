// Checks the limits of a JSON text without parsing it.
import { MOST_JSON_DEPTH, MOST_JSON_VALUES } from "./limits.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export type JsonExcess = "depth" | "values";

/**
 * Returns the limit that a JSON text exceeds; null if none. One pass that skips strings and stops at the first excess.
 * The text need not be valid: JSON.parse refuses it afterwards.
 */
export function jsonExcess(source: string): JsonExcess | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < source.length; at += 1) {
    switch (source.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(source, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        values += 1;
        if (depth > MOST_JSON_DEPTH) return "depth";
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (values > MOST_JSON_VALUES) return "values";
  }
  return null;
}

/** The index of the closing quote, or the length of the text. @param start index of the opening quote */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (source.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return source.length;
}
