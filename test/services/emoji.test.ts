// The names of emoji that can be awarded.
import { describe, expect, test } from "vitest";
import { allNames, findEmoji } from "../../src/services/award-emoji/find-emoji.ts";

const tones = [1, 2, 3, 4, 5].map((tone) => `_tone${tone}`);

describe("the list", () => {
  const names = [...allNames()];

  test("has the 1794 names of gemojione and the 553 aliases of EmojiOne 2.2.6, each once", () => {
    const aliases = names.filter(([from, to]) => from !== to);
    expect({
      names: new Set(names.map(([, to]) => to)).size,
      aliases: aliases.length,
      distinct: new Set(names.map(([from]) => from)).size,
    }).toEqual({ names: 1794, aliases: 553, distinct: 1794 + 553 });
  });

  test("has no alias of another alias", () => {
    expect(names.filter(([, to]) => findEmoji(to) !== to)).toEqual([]);
  });

  test("has only names that clients can send unescaped", () => {
    expect(names.filter(([from]) => !/^[+\-a-z0-9_]+$/.test(from))).toEqual([]);
  });
});

describe("the name", () => {
  test.each([
    ...["thumbsup", "thumbsdown", "tada", "heart", "rocket", "100", "1234", "8ball", "a", "o2", "clock1130", "u7a7a"],
    ...["e-mail", "non-potable_water", "fleur-de-lis", "ten", "large_blue_circle", "gay_pride_flag", "family_mwgb"],
    ...["flag_de", "flag_us", "flag_cl", "flag_sa", "flag_black", "flags", "tone5", "mrs_claus", "zzz"],
    ...tones.map((tone) => `thumbsup${tone}`),
  ])("%s is found", (name) => {
    expect(findEmoji(name)).toBe(name);
  });

  test.each([
    ["+1", "thumbsup"],
    ["thumbup", "thumbsup"],
    ["-1", "thumbsdown"],
    ["hankey", "poop"],
    ["poo", "poop"],
    ["shit", "poop"],
    ["email", "e-mail"],
    ["satisfied", "laughing"],
    ["de", "flag_de"],
    ["chile", "flag_cl"],
    ["saudi", "flag_sa"],
    ["-1_tone4", "thumbsdown_tone4"],
    ["tuxedo_tone1", "man_in_tuxedo_tone1"],
    ["hand_with_index_and_middle_finger_crossed", "fingers_crossed"],
    ["hand_with_index_and_middle_fingers_crossed_tone2", "fingers_crossed_tone2"],
  ])("%s is an alias of %s", (alias, name) => {
    expect(findEmoji(alias)).toBe(name);
  });

  test.each([
    ...["", " ", "thumbs", "Thumbsup", "thumbsup ", ":thumbsup:", "+", "thumbsup_tone0", "thumbsup_tone6"],
    ...["heart_tone1", "thumbsup*", "+1*", "tuxedo", "flag_", "flag_zz", "keycap_ten", "regional_indicator_a"],
    ...["constructor", "__proto__", "👍"],
  ])("%j is unknown", (name) => {
    expect(findEmoji(name)).toBeUndefined();
  });

  test.each([
    ["cl", "cl"],
    ["id", "id"],
    ["ng", "ng"],
    ["sa", "sa"],
    ["tm", "tm"],
    ["tv", "tv"],
    ["cd", "cd"],
  ])("%s is an emoji of its own, not the flag of a country", (name, emoji) => {
    expect(findEmoji(name)).toBe(emoji);
  });
});
