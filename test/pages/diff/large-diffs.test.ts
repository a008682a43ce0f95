// Diffs of many lines and files: what is shown, how large the page is, and what it costs
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { Browser, type ShownPage } from "../../support/browser.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { createProject } from "../../support/factories.ts";
import { type Contents, History } from "../../support/history.ts";

const lines = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => `${text(index + 1)}\n`).join("");

/** The page of a commit from some files to others. */
async function commitPage(before: Contents, after: Contents): Promise<string> {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const history = new History();
  const tip = history.commit(after, "Change", history.commit(before, "Begin"));
  history.setBranch("main", tip);
  await history.push(owner, project);
  return `/${project.path_with_namespace}/commit/${tip.oid}`;
}

const shownLines = ({ html }: ShownPage): number => html.match(/<tr id="/g)?.length ?? 0;

test("a file of more than 500 changed lines is shown alone, by a link", async () => {
  const path = await commitPage({}, { "big file.txt": lines(501, String), "small.txt": "1\n" });
  const all = await new Browser().open(path);
  const alone = await new Browser().open(`${path}?expanded=big+file.txt`);
  expect({
    all: shownLines(all),
    text: all.text,
    link: all.html.includes(`${path}?expanded=big+file.txt#`),
    alone: shownLines(alone),
  }).toEqual({
    all: 1,
    text: expect.stringContaining("big file.txt +501 −0 new View file 501 lines changed. Show them"),
    link: true,
    alone: 501,
  });
});

test("the only file is shown, whatever its size, up to 10,000 lines", async () => {
  const path = await commitPage({}, { "a.txt": lines(12_000, String) });
  const page = await new Browser().open(path);
  expect({ lines: shownLines(page), text: page.text }).toEqual({
    lines: 9_999,
    text: expect.stringMatching(/2,?001 more lines left out\. See them with git show [0-9a-f]{40} \./),
  });
});

test.each(["", "?view=parallel", "?view=parallel&w=1"])(
  "10,000 changed lines in 25 files are a page of 3 MB in 2 s%s",
  async (query) => {
    const numbers = Array.from({ length: 25 }, (_, index) => index);
    const files = (text: (number: number) => string) =>
      Object.fromEntries(numbers.map((number) => [`src/${number}.ts`, lines(200, text)]));
    const path = await commitPage(
      files((number) => `const value${number} = compute(${number});`),
      files((number) => `  const value${number}  = compute(${number + 1});`),
    );
    const browser = new Browser();
    const begin = cpuTime();
    const page = await browser.open(path + query);
    const spent = cpuTime() - begin;
    expect({ status: page.status, isFast: spent < 2_000, isBounded: page.html.length < 4_000_000 }).toEqual({
      status: 200,
      isFast: true,
      isBounded: true,
    });
  },
);

test("a page that is full ends within a file, which a link shows alone", async () => {
  const wide = lines(100, () => "&".repeat(900));
  const path = await commitPage(
    {},
    Object.fromEntries(Array.from({ length: 10 }, (_, number) => [`${number}.txt`, wide])),
  );
  const page = await new Browser().open(path);
  const [, lastFile = "", left = ""] =
    /(\d\.txt) \+100 −0 new View file [^V]* (\d+) more lines? left out\. Show them/.exec(page.text) ?? [];
  const alone = await new Browser().open(`${path}?expanded=${lastFile}`);
  expect({
    isPart: Number(left) > 0 && Number(left) < 100,
    isBounded: page.html.length < 3_100_000,
    alone: shownLines(alone),
  }).toEqual({
    isPart: true,
    isBounded: true,
    alone: 100,
  });
});

test("1,200 files: each of the first 1,000 has a box", async () => {
  const files = (text: string) =>
    Object.fromEntries(Array.from({ length: 1_200 }, (_, number) => [`src/f${number}.ts`, `${text}\n`]));
  const path = await commitPage(files("1"), files("2"));
  const browser = new Browser();
  const begin = cpuTime();
  const page = await browser.open(path);
  const spent = cpuTime() - begin;
  expect({
    boxes: page.html.match(/<details id=/g)?.length,
    text: page.text,
    isFast: spent < 2_000,
    isBounded: page.html.length < 2_000_000,
  }).toEqual({
    boxes: 1_000,
    text: expect.stringMatching(
      /1200 changed files with at least 1000 additions and 1000 deletions.*200 more files have changed\. See them with git show/,
    ),
    isFast: true,
    isBounded: true,
  });
});

test("files with long paths are fewer", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, number) => [
      `${"d".repeat(200)}/${"e".repeat(200)}/${"f".repeat(200)}/${"g".repeat(200)}/${number}`,
      "1\n",
    ]),
  );
  const { html, text } = await new Browser().open(await commitPage({}, files));
  expect({ boxes: html.match(/<details id=/g)?.length, end: text.slice(-120) }).toEqual({
    boxes: 124,
    end: expect.stringContaining("26 more files have changed"),
  });
});
