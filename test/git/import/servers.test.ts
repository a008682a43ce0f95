// Servers that differ from git's own in what the protocol leaves open.
import { mkdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { dataPacket, delimiterPacket, flushPacket, sideband } from "../../../src/git/protocol/pkt-line.ts";
import { GitRemote, gitBackend, type Respond } from "../../support/git-remote.ts";
import { GitFolder } from "../git-folder.ts";
import { Importing, packResponse, scripted } from "./importing.ts";

const packets = (...lines: string[]) => Buffer.concat(lines.map((line) => dataPacket(line)));
const service = Buffer.concat([packets("# service=git-upload-pack\n"), flushPacket()]);

/** A commit on `main`, its id, and a pack of it. */
function aRepository() {
  const folder = new GitFolder("--bare");
  const commit = "commit refs/heads/main\ncommitter A <a@b> 1500000000 +0000\ndata 0\n";
  folder.git(["fast-import", "--quiet", "--done"], `${commit}done\n`);
  const oid = folder.git(["rev-parse", "main"]).toString().trim();
  const pack = folder.git(["pack-objects", "--stdout", "--revs", "-q"], "main\n");
  return { oid, pack, path: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const typed = (kind: string) => ({ "content-type": `application/x-git-upload-pack-${kind}` });

async function importFrom(respond: Respond): Promise<object> {
  await using remote = await GitRemote.start(respond);
  const importing = new Importing(remote.url);
  await importing.toItsEnd();
  return { end: importing.events.at(-1), refs: importing.repository.refs.list().map(({ name, oid }) => [name, oid]) };
}

const finished = (oid: string) => ({
  end: { kind: "import", status: "finished", defaultBranch: "main" },
  refs: [["refs/heads/main", oid]],
});

describe("a server of version 0", () => {
  test.each<[what: string, capabilities: string, frame: (pack: Uint8Array) => Uint8Array[]]>([
    ["without side-band", "ofs-delta", (pack) => [pack]],
    ["with a small side-band", "side-band", (pack) => [sideband(1, pack, "side-band"), flushPacket()]],
    [
      "with progress",
      "side-band-64k",
      (pack) => [sideband(2, "50%"), sideband(1, pack), sideband(2, "100%"), flushPacket()],
    ],
  ])("%s", async (_, capabilities, frame) => {
    using repository = aRepository();
    const { oid, pack } = repository;
    const lines = packets("version 1\n", `${oid} HEAD\0${capabilities}\n`, `${oid} refs/heads/main\n`);
    const respond: Respond = (request, response) =>
      request.method === "GET"
        ? void response.writeHead(200, typed("advertisement")).end(Buffer.concat([service, lines, flushPacket()]))
        : void response.writeHead(200, typed("result")).end(Buffer.concat([packets("NAK\n"), ...frame(pack)]));
    expect(await importFrom(respond)).toEqual(finished(oid));
  });
});

test("a server that names the service before version 2", async () => {
  using repository = aRepository();
  const backend = gitBackend(repository.path);
  const lines = packets("version 2\n", "ls-refs=unborn\n", "fetch=shallow\n", "object-format=sha1\n");
  const respond: Respond = (request, response) =>
    request.method === "GET"
      ? void response.writeHead(200, typed("advertisement")).end(Buffer.concat([service, lines, flushPacket()]))
      : backend(request, response);
  expect(await importFrom(respond)).toEqual(finished(repository.oid));
});

test("a server that sends other sections before the pack", async () => {
  using repository = aRepository();
  const { oid, pack } = repository;
  const before = [...["acknowledgments\n", "ready\n"].map(dataPacket), delimiterPacket()];
  const fetch = (response: ServerResponse) => void response.end(Buffer.concat([...before, packResponse(pack)]));
  expect(await importFrom(scripted({ refs: [`${oid} refs/heads/main`], fetch }))).toEqual(finished(oid));
});

test("a server without branches and tags is asked for no objects", async () => {
  const fetch = (response: ServerResponse) => void response.writeHead(500).end();
  expect(await importFrom(scripted({ refs: [], fetch }))).toEqual({
    end: { kind: "import", status: "finished", defaultBranch: null },
    refs: [],
  });
});

test("the branch that HEAD names becomes the default, even beside a main at the same commit", async () => {
  using repository = aRepository();
  const { oid, pack } = repository;
  const refs = [`${oid} HEAD symref-target:refs/heads/trunk`, `${oid} refs/heads/main`, `${oid} refs/heads/trunk`];
  const fetch = (response: ServerResponse) => void response.end(packResponse(pack));
  expect(await importFrom(scripted({ refs, fetch }))).toMatchObject({ end: { defaultBranch: "trunk" } });
});

test("a content type with parameters", async () => {
  using repository = aRepository();
  const backend = gitBackend(repository.path);
  const respond: Respond = (request, response) => {
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) => setHeader(name, name === "Content-Type" ? `${value}; charset=utf-8` : value);
    return backend(request, response);
  };
  expect(await importFrom(respond)).toEqual(finished(repository.oid));
});

test("hidden and foreign refs are not taken", async () => {
  using repository = aRepository();
  const folder = repository.path;
  await using remote = await GitRemote.start(gitBackend(folder, { speaksVersion2: false }));
  const importing = new Importing(remote.url);
  const { oid } = repository;
  for (const name of ["refs/keep-around/1", "refs/merge-requests/1/head", "refs/notes/commits"]) {
    mkdirSync(`${folder}/${name.slice(0, name.lastIndexOf("/"))}`, { recursive: true });
    writeFileSync(`${folder}/${name}`, `${oid}\n`);
  }
  await importing.toItsEnd();
  expect(importing.repository.refs.list().map(({ name }) => name)).toEqual(["refs/heads/main"]);
});
