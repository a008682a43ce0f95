// Comparing, showing and merging content built to be expensive: other requests are served meanwhile, and the work is
// bounded.
import { expect, test } from "vitest";
import { ok } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { besideOthers, LONGEST_ANSWER, LONGEST_WAIT } from "./measured.ts";
import { PackedObjects, type PushedProject, pushObjects } from "./packed-objects.ts";

const LINES = 150_000;

/** Repeated lines in an order without a pattern: a shortest edit script is expensive to find. */
function hostileText(seed: number): string {
  let state = seed;
  const lines: number[] = [];
  for (let line = 0; line < LINES; line++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    lines.push((state >>> 8) % 20_000);
  }
  return lines.join("\n");
}

/** A dozen files, each expensive to compare, in three versions: `base`, and `main` and `topic` derived from it. */
async function hostileFiles(): Promise<PushedProject> {
  const objects = new PackedObjects();
  const version = (offset: number) =>
    objects.files(
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`file${index}`, hostileText(100 * index + offset)])),
    );
  const base = objects.commit(version(1));
  const topic = objects.commit(version(2), [base]);
  const main = objects.commit(version(3), [base]);
  return await pushObjects(objects, { main, base, topic });
}

/** A hundred thousand files in five trees, all of them different from those of the other side. */
async function treeBombs(): Promise<PushedProject> {
  const objects = new PackedObjects();
  const base = objects.commit(objects.treeBomb(5, "base\n"));
  const topic = objects.commit(objects.treeBomb(5, "topic\n"), [base]);
  const main = objects.commit(objects.treeBomb(5, "main\n"), [base]);
  return await pushObjects(objects, { main, base, topic });
}

/** Sends a request while others send theirs, and expects both to be answered in time. */
async function ask(pushed: PushedProject, question: () => Promise<Answer>): Promise<Answer> {
  const { answer, took, slowest } = await besideOthers(pushed, question);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
  return answer;
}

const questions: [what: string, path: string, files: (body: Answer["body"]) => unknown[]][] = [
  ["a comparison", "compare?from=base&to=topic", ({ diffs }) => diffs],
  ["a commit's diff", "commits/topic/diff", (diffs) => diffs],
];

test.for(questions)(
  "%s of a dozen texts that differ everywhere lists all, and cuts those beyond its budget",
  async ([, path, files]) => {
    const pushed = await hostileFiles();
    const { status, body } = await ask(pushed, () => pushed.owner.get(`${pushed.repository}/${path}`));
    expect(status).toBe(200);
    expect(files(body)).toHaveLength(12);
    expect(files(body).at(-1)).toMatchObject({ new_path: "file9", diff: "", too_large: true });
  },
);

test.for(questions)("%s of a hundred thousand files lists fifty thousand", async ([, path, files]) => {
  const pushed = await treeBombs();
  const { status, body } = await ask(pushed, () => pushed.owner.get(`${pushed.repository}/${path}`));
  expect(status).toBe(200);
  expect(files(body)).toHaveLength(50_000);
  expect(files(body).at(-1)).toMatchObject({ diff: "", too_large: true });
});

test("a commit of texts that differ everywhere is shown with the line counts known within the budget", async () => {
  const pushed = await hostileFiles();
  const { status } = await ask(pushed, () => pushed.owner.get(`${pushed.repository}/commits/topic`));
  expect(status).toBe(200);
});

test("a comment on such a commit is answered in time, placed or not", async () => {
  const pushed = await hostileFiles();
  const comment = { note: "n", path: "file3", line: 3, line_type: "new" };
  const { status } = await ask(pushed, () => pushed.owner.post(`${pushed.repository}/commits/topic/comments`, comment));
  expect(status).toBe(201);
});

test("four different comparisons at once delay no other request", async () => {
  const pushed = await hostileFiles();
  const pairs = [
    ["base", "topic"],
    ["base", "main"],
    ["topic", "main"],
    ["main", "topic"],
  ];
  const { answer, slowest } = await besideOthers(pushed, () =>
    Promise.all(pairs.map(([from, to]) => pushed.owner.get(`${pushed.repository}/compare`, { from, to }))),
  );
  expect(answer.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("twenty equal comparisons at once take no longer than one may", async () => {
  const pushed = await hostileFiles();
  const compare = () => pushed.owner.get(`${pushed.repository}/compare`, { from: "base", to: "topic" });
  const { answer, took, slowest } = await besideOthers(pushed, () => Promise.all(Array.from({ length: 20 }, compare)));
  expect(new Set(answer.map(({ text }) => text)).size).toBe(1);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test.for([
  ["texts that differ everywhere", hostileFiles],
  ["a hundred thousand files", treeBombs],
] as const)("a merge request of %s is created, shown and refused in time", async ([, push]) => {
  const pushed = await push();
  const { owner, project } = pushed;
  const branches = { source_branch: "topic", target_branch: "main" };
  const made = await ask(pushed, () =>
    owner.post(`/projects/${project.id}/merge_requests`, { title: "Hostile", ...branches }),
  );
  expect(made.status).toBe(201);
  const at = `/projects/${project.id}/merge_requests/${made.body.id}`;
  expect((await ask(pushed, () => owner.get(at))).body).toMatchObject({ merge_status: "cannot_be_merged" });
  expect(await ask(pushed, () => owner.put(`${at}/merge`))).toMatchObject({
    status: 405,
    body: { message: "Branch cannot be merged" },
  });
  const changes = await ask(pushed, () => owner.get(`${at}/changes`));
  expect(changes.body.changes.at(-1)).toMatchObject({ diff: "", too_large: true });
  const [version] = await ok(owner.get(`${at}/versions`));
  expect(await ask(pushed, () => owner.get(`${at}/versions/${version.id}`))).toMatchObject({ status: 200 });
});

test("a cherry-pick of such a commit is answered in time, picked or not", async () => {
  const pushed = await hostileFiles();
  const { owner, repository } = pushed;
  const picked = await ask(pushed, () => owner.post(`${repository}/commits/topic/cherry_pick`, { branch: "main" }));
  expect(picked.status).toBe(400);
});
