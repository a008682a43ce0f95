// Who a text speaks to: `@username`, `@group`, `@all`.
import { MOST_MENTIONS } from "./limits.ts";
import { withoutCode } from "./prose.ts";

export interface Mention {
  /** A username or a group's path, without the `@`. */
  readonly name: string;
  /** It stands at the head of the text, among nothing but mentions: the text is addressed to them. */
  readonly direct: boolean;
}

/** A name does not end with a dot, which ends the sentence. `@angular/core` is a package. */
const MENTION = /(?<![\w/@.])@([a-z0-9_.][a-z0-9_.-]{0,254}(?<!\.))(?![-./]?\w)/gi;
const BETWEEN_MENTIONS = /^(?:[\s,;:&]+|\s+and\s+)$/i;

/** Each name once, in lower case, in the order of the text; the first {@link MOST_MENTIONS}. */
export function mentionsIn(text: string): Mention[] {
  if (!text.includes("@")) return [];
  const prose = withoutCode(text);
  const found = new Map<string, boolean>();
  let direct = true;
  let last = 0;
  for (const match of prose.matchAll(MENTION)) {
    const name = (match[1] ?? "").toLowerCase();
    const before = prose.slice(last, match.index);
    direct &&= last === 0 ? before.trim() === "" : BETWEEN_MENTIONS.test(before);
    if (!found.has(name)) found.set(name, direct);
    if (found.size === MOST_MENTIONS) break;
    last = match.index + match[0].length;
  }
  return [...found].map(([name, isDirect]) => ({ name, direct: isDirect }));
}
