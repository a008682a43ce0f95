// Long histories: other requests are served while they are walked, and the work is bounded.
import { expect, test } from "vitest";
import type { Oid } from "../../src/git/objects/oid.ts";
import { dataPacket, delimiterPacket, flushPacket } from "../../src/git/protocol/pkt-line.ts";
import { baseUrl, type Values } from "../support/api.ts";
import { once } from "../support/once.ts";
import { besideOthers, LONGEST_ANSWER, LONGEST_WAIT } from "./measured.ts";
import { file, PackedObjects, type PushedProject, pushObjects } from "./packed-objects.ts";

const COMMITS = 24_900;

/**
 * Each commit changes one of three files and keeps another as it is in the first commit, which the branch `first`
 * names.
 */
const longHistory = once(async (): Promise<PushedProject> => {
  const objects = new PackedObjects();
  const still = objects.blob("still\n");
  let parents: Oid[] = [];
  let first: Oid = "";
  for (let index = 0; index < COMMITS; index++) {
    const folder = { mode: 0o040000, name: "folder", oid: objects.files({ changing: `${index}\n` }) };
    parents = [objects.commit(objects.tree([folder, file("still", still)]), parents)];
    first ||= parents[0] ?? "";
  }
  return await pushObjects(objects, { main: parents[0] ?? "", first });
});

const questions: [path: string, query: Values, answer: object][] = [
  ["commits", { ref_name: "main", page: 1_200 }, { length: 20 }],
  ["commits", { ref_name: "main", path: "folder/changing", page: 1_200 }, { length: 20 }],
  ["commits", { ref_name: "main", path: "still" }, { length: 1 }],
  ["commits/main~19999", {}, { parent_ids: { length: 1 } }],
  ["files", { ref: "main", file_path: "still" }, { file_path: "still" }],
  ["compare", { from: "first", to: "main" }, { commits: { length: 10_000 }, compare_timeout: true }],
  ["compare", { from: "main", to: "first" }, { commits: [], diffs: [] }],
  ["contributors", {}, [{ commits: 2_000 }]],
  ["branches", {}, [{ name: "first" }, { name: "main" }]],
];

test.for(questions)("GET %s %o", async ([path, query, expected]) => {
  const pushed = await longHistory();
  const { answer, took, slowest } = await besideOthers(pushed, () =>
    pushed.owner.get(`${pushed.repository}/${path}`, query),
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject(expected);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a merge request of a long history is answered in time", async () => {
  const pushed = await longHistory();
  const { owner, project } = pushed;
  const attributes = { title: "Long", source_branch: "main", target_branch: "first" };
  const { answer, took, slowest } = await besideOthers(pushed, () =>
    owner.post(`/projects/${project.id}/merge_requests`, attributes),
  );
  expect(answer.status).toBe(201);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

/** The request body of `git fetch`. */
const fetchRequest = (lines: readonly string[]): Buffer =>
  Buffer.concat([
    dataPacket("command=fetch\n"),
    delimiterPacket(),
    ...lines.map((line) => dataPacket(`${line}\n`)),
    flushPacket(),
  ]);

/** Returns the number of bytes received. */
async function fetchPack({ owner, project }: PushedProject, body: Buffer): Promise<number> {
  const response = await fetch(`${baseUrl}/${project.path_with_namespace}.git/git-upload-pack`, {
    method: "POST",
    headers: {
      ...owner.headers,
      "content-type": "application/x-git-upload-pack-request",
      "git-protocol": "version=2",
    },
    body,
  });
  return (await response.arrayBuffer()).byteLength;
}

const tipOf = async ({ owner, repository }: PushedProject, branch: string): Promise<Oid> =>
  (await owner.get(`${repository}/branches/${branch}`)).body.commit.id;

test("a clone of one branch, which needs a walk, delays no other request", async () => {
  const pushed = await longHistory();
  const [main, first] = [await tipOf(pushed, "main"), await tipOf(pushed, "first")];
  const request = fetchRequest([`want ${main}`, `have ${first}`, "done"]);
  const { answer, slowest } = await besideOthers(pushed, () => fetchPack(pushed, request));
  expect(answer).toBeGreaterThan(1_000_000);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a full clone delays no other request", async () => {
  const pushed = await longHistory();
  const main = await tipOf(pushed, "main");
  const request = fetchRequest([`want ${main}`, "done"]);
  const { answer, slowest } = await besideOthers(pushed, () => fetchPack(pushed, request));
  expect(answer).toBeGreaterThan(1_000_000);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a client with fifty thousand commits unknown to the server is answered in time", async () => {
  const pushed = await longHistory();
  const main = await tipOf(pushed, "main");
  const haves = Array.from({ length: 49_990 }, (_, index) => `have ${index.toString(16).padStart(40, "0")}`);
  const request = fetchRequest([`want ${main}`, ...haves]);
  const { answer, took, slowest } = await besideOthers(pushed, () => fetchPack(pushed, request));
  expect(answer).toBeLessThan(100);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("a client with more is refused", async () => {
  const pushed = await longHistory();
  const haves = Array.from({ length: 200_000 }, (_, index) => `have ${index.toString(16).padStart(40, "0")}`);
  const request = fetchRequest(haves);
  const { answer, took, slowest } = await besideOthers(pushed, () => fetchPack(pushed, request));
  expect(answer).toBeLessThan(200);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});
