// The guide: its commands print what it shows, and its links lead to pages.
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

test("every block with commands is marked to be run", () => {
  const blocks = pages.flatMap(({ text }) => [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]);
  const isRun = blocks.filter(([, , content = ""]) => /^\$ /m.test(content)).map(([, language]) => language === "sh");
  expect({ blocks: isRun.length > 30, others: isRun.filter((is) => !is) }).toEqual({ blocks: true, others: [] });
});

describe("links between the pages lead to a page and a heading", () => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  const targets = new Set(
    pages.flatMap(({ name, text }) => [
      name,
      ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => `${name}#${anchor(heading)}`),
    ]),
  );

  test.each(pages)("$name", ({ text }) => {
    const links = [...text.matchAll(/\]\(([\w-]+\.md[^)]*)\)/g)].map(([, target = ""]) => target);
    expect(links.filter((target) => !targets.has(target))).toEqual([]);
  });
});
