// The guide: no block with commands is left out of what guide.test.ts runs, and its links lead to pages.
import { describe, expect, test } from "vitest";
import { pages } from "../support/guide.ts";

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
