// Finds an emoji by its name or an alias.
import { flags, words } from "./names.ts";

const TONES = ["_tone1", "_tone2", "_tone3", "_tone4", "_tone5"];

/** Built on first use, because most isolates never need it. */
let emojiByName: ReadonlyMap<string, string> | undefined;

/** The emoji's name: `thumbsup` for both `thumbsup` and `+1`. Undefined if there is no such emoji. */
export function findEmoji(nameOrAlias: string): string | undefined {
  emojiByName ??= new Map(allNames());
  return emojiByName.get(nameOrAlias);
}

/** Pairs of each name or alias and the emoji's name. */
export function* allNames(): Generator<[string, string]> {
  for (const word of words.split(" ")) {
    const [name = "", ...aliases] = word.split("=");
    for (const spelling of [name, ...aliases]) {
      for (const tone of tonesOf(spelling)) yield [withoutMark(spelling) + tone, withoutMark(name) + tone];
    }
  }
  for (const [initial = "", ...others] of flags.split(" ")) {
    for (const other of others) {
      const code = initial + other;
      yield [code, `flag_${code}`];
      yield [`flag_${code}`, `flag_${code}`];
    }
  }
}

const withoutMark = (word: string): string => word.replace(/[*~]$/, "");

function tonesOf(word: string): string[] {
  if (word.endsWith("*")) return ["", ...TONES];
  return word.endsWith("~") ? TONES : [""];
}
