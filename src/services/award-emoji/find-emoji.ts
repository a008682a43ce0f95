// The emoji a name or an alias stands for.
import { flags, words } from "./names.ts";

const TONES = ["_tone1", "_tone2", "_tone3", "_tone4", "_tone5"];

let known: ReadonlyMap<string, string> | undefined;

/** `thumbsup` for `+1` as for itself; undefined when there is no such emoji. */
export function findEmoji(nameOrAlias: string): string | undefined {
  // On first use: an isolate that never awards need not read the list.
  known ??= new Map(allNames());
  return known.get(nameOrAlias);
}

/** Every name and alias, with the name it stands for. */
export function* allNames(): Generator<[string, string]> {
  for (const word of words.split(" ")) {
    const [name = "", ...aliases] = word.split("=");
    for (const one of [name, ...aliases]) {
      for (const tone of tonesOf(one)) yield [bare(one) + tone, bare(name) + tone];
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

const bare = (word: string): string => word.replace(/[*~]$/, "");

function tonesOf(word: string): string[] {
  if (word.endsWith("*")) return ["", ...TONES];
  return word.endsWith("~") ? TONES : [""];
}
