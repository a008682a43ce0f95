// Imports of as many parts as are accepted, and of answers without an end: other requests are served meanwhile.
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { hashObject } from "../../src/git/objects/hash.ts";
import { dataPacket, flushPacket, sideband } from "../../src/git/protocol/pkt-line.ts";
import { GitFolder } from "../git/git-folder.ts";
import { packResponse, scripted } from "../git/import/importing.ts";
import { packOf, typeNumbers, wholeEntry } from "../git/pack/pack-bytes.ts";
import { ok, unique } from "../support/actors.ts";
import { GitRemote, gitBackend, type Respond } from "../support/git-remote.ts";
import { besideOthers, LONGEST_WAIT, type Measured } from "./measured.ts";
import { PackedObjects, type PushedProject, pushObjects } from "./packed-objects.ts";

async function smallProject(): Promise<PushedProject> {
  const objects = new PackedObjects();
  return await pushObjects(objects, { main: objects.commit(objects.files({ a: "a\n" })) });
}

/** Others are slowed down by the rest of the machine as well, but not every time. */
const ATTEMPTS = 5;

/** Imports beside other requests. Returns the error that the import ends with, or null. */
async function importBeside(remote: GitRemote): Promise<string | null> {
  let { answer, slowest } = await importOnce(remote);
  for (let attempt = 2; attempt <= ATTEMPTS && slowest >= LONGEST_WAIT; attempt++) {
    ({ answer, slowest } = await importOnce(remote));
  }
  expect(slowest).toBeLessThan(LONGEST_WAIT);
  return answer;
}

async function importOnce(remote: GitRemote): Promise<Measured<string | null>> {
  const pushed = await smallProject();
  const { owner } = pushed;
  return besideOthers(pushed, async () => {
    const { id } = await ok(owner.post("/projects", { name: unique("import"), import_url: remote.url }));
    const read = () => ok(owner.get(`/projects/${id}`));
    await expect.poll(async () => (await read()).import_status, { timeout: 100_000 }).toMatch(/^(?:finished|failed)$/);
    return (await read()).import_error;
  });
}

/** Commits, each with an annotated tag. */
function tagged(folder: GitFolder, count: number): void {
  const commands = Array.from({ length: count }, (_, at) => {
    const ident = `A <a@b> ${1_500_000_000 + at} +0000`;
    const from = at === 0 ? "" : `from :${at}\n`;
    const commit = `commit refs/heads/main\nmark :${at + 1}\ncommitter ${ident}\ndata 0\n${from}`;
    return `${commit}tag v${at}\nfrom :${at + 1}\ntagger ${ident}\ndata 0\n`;
  });
  folder.git(["fast-import", "--quiet", "--done"], `${commands.join("")}done\n`);
}

test("an import of 2,999 annotated tags delays no other request", async () => {
  using folder = new GitFolder("--bare");
  tagged(folder, 2_999);
  await using remote = await GitRemote.start(gitBackend(folder.path));
  expect(await importBeside(remote)).toBeNull();
});

const someone = "A <a@b> 1500000000 +0000";
const commitText = `tree ${hashObject("tree", Buffer.alloc(0))}\nauthor ${someone}\ncommitter ${someone}\n\n`;
const commit = hashObject("commit", Buffer.from(commitText));

/** A server with 3,000 branches whose names have almost 1,000 bytes in so many parts, and one commit. */
function foldersOf(parts: number): Respond {
  const folders = `${"a".repeat(Math.floor(980 / parts) - 1)}/`.repeat(parts - "refs/heads/last".split("/").length);
  const refs = Array.from({ length: 3_000 }, (_, at) => `${commit} refs/heads/${folders}${at}`);
  const pack = packOf([wholeEntry("", typeNumbers.tree), wholeEntry(commitText, typeNumbers.commit)]);
  return scripted({ refs, fetch: (response) => void response.end(packResponse(pack)) });
}

test.each([
  [32, null],
  [490, expect.stringContaining("the name is over 1024 bytes or 32 parts")],
])("an import of 3,000 branches with names of %i parts delays no other request", async (parts, error) => {
  await using remote = await GitRemote.start(foldersOf(parts));
  expect(await importBeside(remote)).toEqual(error);
});

function* forever(bytes: Uint8Array): Generator<Uint8Array> {
  for (;;) yield bytes;
}

test("a list of refs without an end delays no other request", async () => {
  const lines = Buffer.concat(Array.from({ length: 1_000 }, () => dataPacket("x")));
  await using remote = await GitRemote.start((_, response) => {
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
    Readable.from(forever(lines)).pipe(response);
  });
  expect(await importBeside(remote)).toBe("The server's list of branches and tags is too long.");
});

test("as long a list of refs as is read delays no other request", async () => {
  const others = Array.from({ length: 100_000 }, (_, at) => `${commit} refs/pull/${at}`);
  const lines = [`${commit} refs/heads/main\0agent=old\n`, ...others];
  const advertisement = Buffer.concat([...lines.map(dataPacket), flushPacket()]);
  await using remote = await GitRemote.start((request, response) => {
    if (request.method === "POST") return void response.writeHead(404).end();
    response.setHeader("content-type", "application/x-git-upload-pack-advertisement");
    response.end(advertisement);
  });
  expect(await importBeside(remote)).toBe("There is no repository at this address (404).");
});

test("as many branches as are read delay no other request", async () => {
  const refs = Array.from({ length: 10_000 }, (_, at) => `${commit} refs/heads/${"a".repeat(200)}${at}`);
  await using remote = await GitRemote.start(scripted({ refs, fetch: (response) => void response.end() }));
  expect(await importBeside(remote)).toBe("The repository has 10000 branches and tags; at most 3000 can be imported.");
});

test("tiny packets without an end delay no other request", async () => {
  const packets = Buffer.concat(Array.from({ length: 5_000 }, () => sideband(2, ".")));
  const fetch = (response: ServerResponse) => {
    response.write(dataPacket("packfile\n"));
    Readable.from(forever(packets)).pipe(response);
  };
  await using remote = await GitRemote.start(scripted({ refs: [`${"1".repeat(40)} refs/heads/main`], fetch }));
  expect(await importBeside(remote)).toBe("The server sent more than 500000 packets.");
});

test("sections without an end before the pack delay no other request", async () => {
  const lines = Buffer.concat(Array.from({ length: 5_000 }, () => dataPacket("x")));
  const fetch = (response: ServerResponse) => void Readable.from(forever(lines)).pipe(response);
  await using remote = await GitRemote.start(scripted({ refs: [`${commit} refs/heads/main`], fetch }));
  expect(await importBeside(remote)).toBe("The response of the server is not git's protocol.");
});
