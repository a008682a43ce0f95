// Finds the mentions in a text: `@username`, `@group`, `@all`.
import { MOST_MENTIONS } from "./limits.ts";
import { withoutCode } from "./prose.ts";

export interface Mention {
  /** A username or a group's path, without the `@`. */
  readonly name: string;
  /** True if only other mentions precede it: the text is addressed to this name. */
  readonly direct: boolean;
}

/** A final dot ends the sentence and is not part of the name. `@angular/core` is a package, not a mention. */
export const MENTION = /(?<![\w/@.])@([a-z0-9_.][a-z0-9_.-]{0,254}(?<!\.))(?![-./]?\w)/gi;
const BETWEEN_MENTIONS = /^(?:[\s,;:&]+|\s+and\s+)$/i;

/** The first {@link MOST_MENTIONS} distinct names, in lower case, in the order of the text. */
export function mentionsIn(text: string): Mention[] {
  if (!text.includes("@")) return [];
  const prose = withoutCode(text);
  const found = new Map<string, boolean>();
  let isDirect = true;
  let last = 0;
  for (const match of prose.matchAll(MENTION)) {
    const name = (match[1] ?? "").toLowerCase();
    const before = prose.slice(last, match.index);
    isDirect &&= last === 0 ? before.trim() === "" : BETWEEN_MENTIONS.test(before);
    if (!found.has(name)) found.set(name, isDirect);
    if (found.size === MOST_MENTIONS) break;
    last = match.index + match[0].length;
  }
  return [...found].map(([name, direct]) => ({ name, direct }));
}
