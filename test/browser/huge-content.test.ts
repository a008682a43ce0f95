// Pages of what is larger than a page: they show a part of it, and lead to the rest.
import { expect, test } from "vitest";
import { type Actor, createUser } from "../support/actors.ts";
import { Browser } from "../support/browser.ts";
import { createIssue, createProject, type Project } from "../support/factories.ts";
import { History } from "../support/history.ts";
import { createMergeRequest } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";

const MB = 1024 * 1024;
/** Of a page's HTML, which has several elements for each line. */
const MOST_BYTES = 1.5 * MB;

interface Huge {
  readonly owner: Actor;
  readonly project: Project;
  readonly tips: Readonly<Record<string, string>>;
  readonly browser: Browser;
}

const lines = (count: number, text: string) => Array.from({ length: count }, (_, n) => `${text} ${n}\n`).join("");

const branches: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lines: { "long.txt": lines(10_000, "after") },
  files: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`many/file-${n}.txt`, `${n}\n`])),
  text: { "text.txt": lines((5 * MB) / 64, "x".repeat(57)), "line.txt": "y".repeat(5 * MB) },
};

const huge = once(async (): Promise<Huge> => {
  const owner = await createUser();
  const project = await createProject(owner);
  const history = new History();
  const main = history.commit({ "long.txt": lines(10_000, "before") }, "Begin");
  history.setBranch("main", main);
  const tips: Record<string, string> = {};
  for (const [name, files] of Object.entries(branches)) {
    const tip = history.commit(files, `Add ${name}`, main);
    history.setBranch(name, tip);
    tips[name] = tip.oid;
  }
  await history.push(owner, project);
  return { owner, project, tips, browser: await Browser.signedIn(owner.token ?? "") };
});

async function bytesOf(path: string) {
  const { browser, project } = await huge();
  const { status, html } = await browser.open(`/${project.path_with_namespace}${path}`);
  return { status, isBounded: html.length < MOST_BYTES };
}

const shown = { status: 200, isBounded: true };

const cases: readonly [string, string][] = [
  ["a folder of 1,000 files", "/tree/files/many"],
  ["a file of 5 MB", "/blob/text/text.txt"],
  ["a line of 5 MB", "/blob/text/line.txt"],
  ["a comparison of 10,000 lines", "/compare/main...lines"],
  ["a comparison of 10,000 lines in two columns", "/compare/main...lines?view=parallel"],
  ["a comparison of 1,000 files", "/compare/main...files"],
  ["a comparison with a line of 5 MB", "/compare/main...text"],
];

test.for(cases)("%s", async ([, path]) => {
  expect(await bytesOf(path)).toEqual(shown);
});

test.for(Object.keys(branches))("the commit of %s", async (branch) => {
  const { tips } = await huge();
  expect(await bytesOf(`/commit/${tips[branch]}`)).toEqual(shown);
});

test.for(Object.keys(branches))("the merge request of %s, with its changes", async (source_branch) => {
  const { owner, project } = await huge();
  const { iid } = await createMergeRequest(owner, project, { source_branch });
  expect([await bytesOf(`/merge_requests/${iid}`), await bytesOf(`/merge_requests/${iid}/diffs`)]).toEqual([
    shown,
    shown,
  ]);
});

const description = "# Text\n\n*a* `b` [c](d) #1 @root\n".repeat(32_768).slice(0, MB);

test("an issue with a description of 1 MB", async () => {
  const { owner, project } = await huge();
  const { iid } = await createIssue(owner, project, { description });
  expect(await bytesOf(`/issues/${iid}`)).toEqual(shown);
});
