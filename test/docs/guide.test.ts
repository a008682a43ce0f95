// The guide: its commands print what it shows. blocks-and-links.test.ts has what takes no server.
import { describe, expect, test } from "vitest";
import { pages, patternOf, prelude, runCommands, withoutVariance } from "../support/guide.ts";

describe("the commands print what the page shows", () => {
  test.each(pages.filter(({ commands }) => commands.length > 0))("$name", async (page) => {
    const before = page.name === "first-issue.md" ? [] : prelude;
    const outputs = await runCommands(page, [...before, ...page.commands]);
    const wrong = page.commands.flatMap(({ text, output: shown }, at) => {
      const printed = outputs[before.length + at];
      const isAsShown = printed !== undefined && patternOf(shown).test(withoutVariance(printed));
      return isAsShown ? [] : [{ command: text, shown, printed }];
    });
    expect(wrong).toEqual([]);
  });
});
