// Pushes and commits with very many parts: other requests are served meanwhile, and excess is refused.
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { hashObject } from "../../src/git/objects/hash.ts";
import type { Oid } from "../../src/git/objects/oid.ts";
import { fileMode } from "../../src/git/objects/tree.ts";
import { type PushAnswer, type RawCommand, rawPush } from "../api/git/raw-push.ts";
import { deltaOf, packOf, refDelta, wholeEntry } from "../git/pack/pack-bytes.ts";
import { api } from "../support/api.ts";
import { besideOthers, LONGEST_ANSWER, LONGEST_WAIT } from "./measured.ts";
import { file, PackedObjects, type PushedProject, pushObjects } from "./packed-objects.ts";

async function smallProject(): Promise<PushedProject & { readonly main: Oid }> {
  const objects = new PackedObjects();
  const main = objects.commit(objects.files({ a: "a\n" }));
  return { ...(await pushObjects(objects, { main })), main };
}

/** Runs a hostile action beside other requests, and expects both to be answered in time. */
async function doBeside<T>(pushed: PushedProject, hostile: () => Promise<T>): Promise<T> {
  const { answer, took, slowest } = await besideOthers(pushed, hostile);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  return answer;
}

const branches = (count: number, after: Oid): RawCommand[] =>
  Array.from({ length: count }, (_, index) => ({ name: `refs/heads/topic/${index}`, after }));

test("three thousand branches are pushed, listed, found and deleted in time", async () => {
  const pushed = await smallProject();
  const { owner, project, repository, main } = pushed;
  const commands = branches(3_000, main);
  const made = await doBeside(pushed, () => rawPush(owner, project, commands));
  expect(made.report.filter((line) => line.startsWith("ok "))).toHaveLength(3_000);
  for (const path of ["branches", "tags", `commits/${main}`, "contributors"]) {
    expect((await doBeside(pushed, () => owner.get(`${repository}/${path}`))).status).toBeLessThan(500);
  }
  const gone = await doBeside(pushed, () =>
    rawPush(
      owner,
      project,
      commands.map(({ name }) => ({ name, before: main })),
    ),
  );
  expect(gone.report.filter((line) => line.startsWith("ok "))).toHaveLength(3_000);
});

test("a push of nine thousand refs is refused", async () => {
  const pushed = await smallProject();
  const { owner, project, main } = pushed;
  const answer = await doBeside(pushed, () => rawPush(owner, project, branches(9_000, main)));
  expect(textOf(answer)).toContain("This push changes more than 3000 refs, the most at once.");
});

const textOf = ({ report, shown, fatal }: PushAnswer): string => [...report, shown, fatal].join("\n");

/** The body of a request to commit `count` new files in a hundred folders. */
function manyActions(count: number): string {
  const actions = Array.from({ length: count }, (_, index) => ({
    action: "create",
    file_path: `folder${index % 100}/${index}`,
    content: `${index}`,
  }));
  return JSON.stringify({ branch_name: "main", commit_message: "Many", actions });
}

async function commitFiles({ owner, repository }: PushedProject, body: string) {
  const response = await fetch(`${api}${repository}/commits`, {
    method: "POST",
    headers: { ...owner.headers, "content-type": "application/json" },
    body,
  });
  const { stats = null, message = null } = JSON.parse(await response.text());
  return { status: response.status, stats, message };
}

test("a commit of five thousand actions is made in time", async () => {
  const pushed = await smallProject();
  const body = manyActions(5_000);
  const answer = await doBeside(pushed, () => commitFiles(pushed, body));
  expect(answer).toMatchObject({ status: 201, stats: { additions: 5_000 } });
});

test("a commit of ten thousand actions is refused", async () => {
  const pushed = await smallProject();
  const body = manyActions(10_000);
  const answer = await doBeside(pushed, () => commitFiles(pushed, body));
  expect(answer).toMatchObject({ status: 400, message: "A commit can have at most 5000 actions" });
});

async function pushPack({ owner, project }: PushedProject, tip: Oid, pack: Uint8Array): Promise<PushAnswer> {
  return await rawPush(owner, project, [{ name: "refs/heads/pushed", after: tip }], { pack });
}

test("a push of 99,000 tiny files delays no other request", async () => {
  const objects = new PackedObjects();
  const folders = Array.from({ length: 99 }, (_, folder) => ({
    mode: fileMode.tree,
    name: `${folder}`,
    oid: objects.tree(
      Array.from({ length: 1_000 }, (_, index) => file(`${index}`, objects.blob(`${folder} ${index}\n`))),
    ),
  }));
  const tip = objects.commit(objects.tree(folders));
  const [pack, pushed] = [objects.pack(), await smallProject()];
  const { answer, slowest } = await besideOthers(pushed, () => pushPack(pushed, tip, pack));
  expect(answer.report).toEqual(["unpack ok", "ok refs/heads/pushed"]);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a push of 29,000 commits delays no other request", async () => {
  const objects = new PackedObjects();
  const tree = objects.files({ a: "a\n" });
  let parents: Oid[] = [];
  for (let index = 0; index < 29_000; index++) parents = [objects.commit(tree, parents)];
  const [pack, pushed] = [objects.pack(), await smallProject()];
  const { answer, slowest } = await besideOthers(pushed, () => pushPack(pushed, parents[0] ?? "", pack));
  expect(answer.report).toEqual(["unpack ok", "ok refs/heads/pushed"]);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

/** A file of 20 MB, and copies of it made by deltas of a few bytes. */
function deltaBomb(count: number): Buffer {
  const base = Buffer.alloc(20_000_000);
  const id = hashObject("blob", base);
  const deltas = Array.from({ length: count }, (_, index) =>
    refDelta(id, deltaOf(base.length, [`${index}`.padStart(8), ...pieces(base.length - 8)])),
  );
  return packOf([wholeEntry(base), ...deltas]);
}

/** Copies bytes from the beginning of the base; one instruction copies less than 16 MB. */
function pieces(length: number): [number, number][] {
  const half = Math.floor(length / 2);
  return [
    [0, half],
    [half, length - half],
  ];
}

test("a push of few bytes that expand to a billion delays no other request", async () => {
  const pushed = await smallProject();
  const pack = deltaBomb(50);
  const { answer, slowest } = await besideOthers(pushed, () => pushPack(pushed, pushed.main, pack));
  expect(answer.report).toEqual(["unpack ok", "ok refs/heads/pushed"]);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a push of a .gitmodules that is expensive to parse is refused", async () => {
  const objects = new PackedObjects();
  const files = Array.from({ length: 20 }, (_, index) => {
    const oid = objects.files({ ".gitmodules": `${'[submodule "a"]\npath = b\n'.repeat(100_000)}#${index}` });
    return { mode: fileMode.tree, name: `${index}`, oid };
  });
  const tip = objects.commit(objects.tree(files));
  const [pack, pushed] = [objects.pack(), await smallProject()];
  const answer = await doBeside(pushed, () => pushPack(pushed, tip, pack));
  expect(textOf(answer)).toContain("gitmodulesLarge");
});

test("a deep chain of tags of tags is refused", async () => {
  const objects = new PackedObjects();
  const pushed = await smallProject();
  let [oid, type]: [Oid, string] = [pushed.main, "commit"];
  for (let index = 0; index < 20_000; index++) {
    const tag = `object ${oid}\ntype ${type}\ntag t\ntagger A <a@example.com> ${index} +0000\n\nt\n`;
    [oid, type] = [objects.add("tag", Buffer.from(tag)), "tag"];
  }
  const pack = objects.pack();
  const answer = await doBeside(pushed, () =>
    rawPush(pushed.owner, pushed.project, [{ name: "refs/tags/t", after: oid }], { pack }),
  );
  expect(textOf(answer)).toContain("is a tag of more than 100 others");
});
