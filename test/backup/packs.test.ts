// A repository that is larger than a request is imported in parts.
import { Buffer } from "node:buffer";
import { expect, inject, test } from "vitest";
import { packsOf } from "../../scripts/backup/packs.ts";
import { Random } from "../git/random.ts";
import { createUser, ok } from "../support/actors.ts";
import { createProject } from "../support/factories.ts";
import { WorkingFolder } from "../support/git.ts";
import { History } from "../support/history.ts";
import { server } from "../support/server.ts";

const send = (path: string, body: BodyInit): Promise<Response> =>
  server.fetch(`${server.origin}/-/backup/imports/parts/${path}`, {
    method: "POST",
    headers: { "PRIVATE-TOKEN": inject("rootToken") },
    body,
  });

async function bytesOf(pack: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pack) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

test("each part is complete together with those before it, and all objects arrive", async () => {
  const owner = await createUser();
  const [from, to] = [await createProject(owner), await createProject(owner)];
  const random = new Random(7);
  const change = () => ({ [`${random.below(3)}/${random.below(4)}/file.txt`]: random.words(50) });
  const history = new History();
  let tip = history.commit(change(), "Commit 0");
  const tagged: string[] = [];
  for (let count = 1; count < 25; count += 1) {
    tip = history.commit(change(), `Commit ${count}`, tip);
    if (count % 8 === 5) tagged.push(tip.oid);
  }
  history.setBranch("main", tip);
  await history.push(owner, from);
  for (const [at, ref] of tagged.entries()) {
    await ok(owner.post(`/projects/${from.id}/repository/tags`, { tag_name: `v${at}`, ref, message: "A tag" }));
  }
  const bundle = await server.fetch(`${server.origin}/-/backup/repositories/${from.id}`, {
    headers: { "PRIVATE-TOKEN": inject("rootToken") },
  });
  const bytes = new Uint8Array(await bundle.arrayBuffer());
  const start = Buffer.from(bytes).toString("latin1", 0, Buffer.from(bytes).indexOf("\n\nPACK"));
  const [line = "", header = ""]: readonly string[] = start.split("# v2 git bundle\n");
  const pack = bytes.subarray(Buffer.from(bytes).indexOf("\n\nPACK") + 2);
  let parts = 0;
  for await (const part of packsOf(new Blob([pack]).stream(), 1_000_000, 20)) {
    const answer = await send(`repositories/${to.id}/objects`, await bytesOf(part));
    expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
    parts += 1;
  }
  const refs = header
    .split("\n")
    .map((text) => ({ oid: text.slice(0, 40), name: text.slice(41) }))
    .filter(({ name }) => name !== "HEAD");
  const answer = await send(`repositories/${to.id}/refs`, JSON.stringify({ refs, state: JSON.parse(line) }));
  expect([answer.status, parts]).toEqual([200, expect.any(Number)]);
  expect(parts).toBeGreaterThan(4);
  const log = (id: number) => ok(owner.get(`/projects/${id}/repository/commits`, { per_page: 100 }));
  expect(await log(to.id)).toEqual(await log(from.id));
  using original = await WorkingFolder.clone(owner, from);
  using clone = await WorkingFolder.clone(owner, to);
  const ids = (folder: WorkingFolder) => folder.git("rev-list", "--objects", "--all", "--no-object-names");
  expect((await ids(clone)).split("\n").sort()).toEqual((await ids(original)).split("\n").sort());
});
