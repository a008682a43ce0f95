// Remote servers that fail or mislead: what an import ends with, and which failures are tried again.
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { dataPacket, delimiterPacket, flushPacket, sideband } from "../../../src/git/protocol/pkt-line.ts";
import { GitRemote, type Respond } from "../../support/git-remote.ts";
import { packOf, refDelta, typeNumbers, wholeEntry } from "../pack/pack-bytes.ts";
import { Importing, packResponse, scripted } from "./importing.ts";

const blob = hashObject("blob", Buffer.from("hello"));
const tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const someone = "Someone <some@one> 1500000000 +0000";
const commitText = `tree ${tree}\nauthor ${someone}\ncommitter ${someone}\n\nBegin\n`;
const commit = hashObject("commit", Buffer.from(commitText));
const good = packOf([wholeEntry("", typeNumbers.tree), wholeEntry(commitText, typeNumbers.commit)]);
const main = `${commit} refs/heads/main`;

const answer = (status: number, headers: Record<string, string> = {}, body: Uint8Array | string = ""): Respond => {
  return (_, response) => void response.writeHead(status, headers).end(body);
};
const advertised = { "content-type": "application/x-git-upload-pack-advertisement" };
const fetched = (bytes: Uint8Array) => scripted({ refs: [main], fetch: (response) => void response.end(bytes) });
const listed = (...refs: string[]) => scripted({ refs, fetch: (response) => void response.end(packResponse(good)) });

/** Sends the bytes until the client goes. */
const endless = (response: ServerResponse, bytes: Uint8Array): void =>
  void Readable.from(forever(bytes)).pipe(response);

function* forever(bytes: Uint8Array): Generator<Uint8Array> {
  for (;;) yield bytes;
}

/** The end of an import from a server like this, and the number of its attempts. */
async function importFrom(respond: Respond, limits = {}): Promise<object> {
  await using remote = await GitRemote.start(respond);
  const importing = new Importing(remote.url);
  const pauses = await importing.toItsEnd({ limits });
  return { end: importing.events.at(-1), attempts: pauses.length + 1 };
}

const failed = (error: string) => ({ kind: "import", status: "failed", error });

test("the answers below are refused for their faults alone", async () => {
  expect(await importFrom(listed(`${main} `.trim(), `${commit} HEAD`))).toEqual({
    end: { kind: "import", status: "finished", defaultBranch: "main" },
    attempts: 1,
  });
});

const notGit = "The response of the server is not git's protocol.";
const wrongType = "There is no git repository at this address: the server does not speak git's smart HTTP protocol.";
const asPush = (text: string) => `What the server sent would be refused as a push: ${text}`;

describe("an import fails at once after", () => {
  test.each<[what: string, respond: Respond, error: string]>([
    ["404", answer(404), "There is no repository at this address (404)."],
    ["401", answer(401), "The server answered 401: there is no such repository, or it needs other credentials."],
    ["410", answer(410), "The server answered 410."],
    ["a page of HTML", answer(200, { "content-type": "text/html" }, "<html>"), wrongType],
    ["HTML of git's type", answer(200, advertised, "<html>"), notGit],
    ["a line that is no ref", answer(200, advertised, Buffer.concat([dataPacket("hello\n"), flushPacket()])), notGit],
    ["a list of two sections", answer(200, advertised, delimiterPacket() as Buffer), notGit],
    ["a dumb server's refs", answer(200, { "content-type": "text/plain" }, `${commit}\trefs/heads/main\n`), wrongType],
    ["an id of another length", listed(`${commit}00 refs/heads/main`), notGit],
    ["a name that is not UTF-8", answer(200, advertised, latin1Refs()), "The name of a branch or tag is not UTF-8."],
    [
      "a bad name",
      listed(`${commit} refs/heads/a b`, `${commit} refs/heads/.x`),
      '"refs/heads/.x" cannot be imported: funny refname.',
    ],
    [
      "object ids of another kind",
      answer(
        200,
        advertised,
        Buffer.concat([...["version 2\n", "object-format=sha256\n"].map(dataPacket), flushPacket()]),
      ),
      "The remote repository does not have SHA-1 object ids, the only ones that are kept here.",
    ],
    [
      "a shallow repository",
      fetched(Buffer.concat([dataPacket("shallow-info\n"), dataPacket(`shallow ${commit}\n`)])),
      "The remote repository is shallow: parts of its history are missing.",
    ],
    ["no pack", fetched(flushPacket() as Buffer), notGit],
    [
      "a thousand lines before the pack",
      fetched(
        Buffer.concat([...Array.from({ length: 1_000 }, () => dataPacket("x")), sideband(1, good), flushPacket()]),
      ),
      notGit,
    ],
    [
      "a section behind the pack",
      fetched(Buffer.concat([dataPacket("packfile\n"), sideband(1, good), delimiterPacket()])),
      notGit,
    ],
    [
      "an unknown band",
      fetched(Buffer.concat([dataPacket("packfile\n"), dataPacket("\x07pack"), flushPacket()])),
      notGit,
    ],
    ["garbage in place of a pack", fetched(packResponse(Buffer.from("garbage"))), asPush("This is not a pack")],
    [
      "a pack that ends early",
      fetched(packResponse(good.subarray(0, 40))),
      asPush("The pack is cut off within the object at byte 21"),
    ],
    [
      "a pack with a wrong checksum",
      fetched(packResponse(Buffer.concat([good.subarray(0, -1), Buffer.of(0)]))),
      "checksum",
    ],
    ["a thin pack", fetched(packResponse(packOf([refDelta(blob, Buffer.of(5, 5, 0x90, 5))]))), blob],
    [
      "a commit without its tree",
      fetched(packResponse(packOf([wholeEntry(commitText.replace(tree, blob), typeNumbers.commit)]))),
      blob,
    ],
    [
      "a ref that leads nowhere",
      scripted({ refs: [`${blob} refs/heads/main`], fetch: (response) => void response.end(packResponse(good)) }),
      asPush(`the object ${blob} is missing`),
    ],
    [
      "a branch that is a tree",
      scripted({ refs: [`${tree} refs/heads/main`], fetch: (response) => void response.end(packResponse(good)) }),
      asPush(`a branch must be a commit, and ${tree} is a tree`),
    ],
  ])("%s", async (_, respond, error) => {
    expect(await importFrom(respond)).toEqual({ end: failed(expect.stringContaining(error)), attempts: 1 });
  });

  test("a list of refs without an end", async () => {
    const line = Buffer.concat(Array.from({ length: 500 }, (_, at) => dataPacket(`${commit} refs/heads/b${at}\n`)));
    const respond: Respond = (_, response) => {
      response.writeHead(200, advertised);
      endless(response, line);
    };
    expect(await importFrom(respond)).toEqual({
      end: failed("The server's list of branches and tags is too long."),
      attempts: 1,
    });
  });

  test("progress without an end", async () => {
    const respond = scripted({
      refs: [main],
      fetch(response) {
        response.write(dataPacket("packfile\n"));
        endless(response, sideband(2, "x".repeat(60_000)));
      },
    });
    expect(await importFrom(respond, { bytes: 4 * 1024 * 1024 })).toEqual({
      end: failed("The server sent more than 4 MB."),
      attempts: 1,
    });
  });

  test("more packets than are read", async () => {
    const fetch = (response: ServerResponse) => {
      const tiny = Array.from(good, (_, at) => sideband(1, good.subarray(at, at + 1)));
      response.end(Buffer.concat([dataPacket("packfile\n"), ...tiny, flushPacket()]));
    };
    const respond = scripted({ refs: [main], fetch });
    expect(await importFrom(respond, { packets: good.length + 1 })).toMatchObject({ end: { status: "finished" } });
    expect(await importFrom(respond, { packets: good.length })).toEqual({
      end: failed(`The server sent more than ${good.length} packets.`),
      attempts: 1,
    });
  });

  test("more bytes than are read, in all responses together", async () => {
    await using remote = await GitRemote.start(listed(main));
    let bytes = 0;
    const counting = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      bytes += (await response.clone().arrayBuffer()).byteLength;
      return response;
    };
    await new Importing(remote.url).toItsEnd({ network: { fetch: counting, isAllowed: () => true } });
    expect(await importFrom(listed(main), { bytes })).toMatchObject({ end: { status: "finished" } });
    expect(await importFrom(listed(main), { bytes: bytes - 1 })).toMatchObject({
      end: failed(expect.stringContaining("The server sent more than")),
      attempts: 1,
    });
  });
});

test("an import that is refused after its last object keeps nothing", async () => {
  await using remote = await GitRemote.start(listed(`${tree} refs/heads/main`));
  const importing = new Importing(remote.url);
  await importing.toItsEnd();
  expect(importing.state).toMatchObject({ refs: [], isOver: true, rows: [0, 0, 0, 0, 0, 0, 0] });
});

function latin1Refs(): Buffer {
  const line = Buffer.from(`${commit} refs/heads/\xe9\0side-band-64k\n`, "latin1");
  return Buffer.concat([dataPacket("# service=git-upload-pack\n"), flushPacket(), dataPacket(line), flushPacket()]);
}

describe("an import is tried four times after", () => {
  const cut = "The response of the server is cut off or damaged.";
  const half = packResponse(good).subarray(0, 60);
  test.each<[what: string, respond: Respond, error: string]>([
    ["503", answer(503), "The server answered 503."],
    ["429", answer(429), "The server answered 429."],
    [
      "an error that the server reports",
      answer(200, advertised, dataPacket("ERR no: https://user:secret@host/")),
      "The server reports an error.",
    ],
    [
      "a list of refs that ends early",
      answer(200, advertised, dataPacket("version 2\n")),
      "The response of the server ends before it is complete.",
    ],
    ["a response that ends within a line", fetched(half), cut],
    [
      "a response that ends between lines",
      fetched(Buffer.concat([dataPacket("packfile\n"), sideband(1, good)])),
      "The response of the server ends before it is complete.",
    ],
    [
      "an error beside the pack",
      fetched(Buffer.concat([dataPacket("packfile\n"), sideband(3, "secret")])),
      "The server reports an error while it sends the objects.",
    ],
    [
      "a connection that breaks off",
      scripted({ refs: [main], fetch: (response) => void response.write(half, () => response.destroy()) }),
      "The server cannot be reached, or the connection to it broke off.",
    ],
    [
      "a port that nobody listens at",
      (_, response) => void response.socket?.destroy(),
      "The server cannot be reached, or the connection to it broke off.",
    ],
  ])("%s", async (_, respond, error) => {
    expect(await importFrom(respond)).toEqual({ end: failed(error), attempts: 4 });
  });

  test("a server that goes silent", async () => {
    const respond = scripted({ refs: [main], fetch: (response) => void response.write(half) });
    expect(await importFrom(respond, { silence: 40 })).toEqual({
      end: failed("The server sent nothing for 0.04 seconds."),
      attempts: 4,
    });
  });

  test("a server that sends little, again and again", async () => {
    const respond = scripted({
      refs: [main],
      fetch(response) {
        const timer = setInterval(() => response.write(sideband(2, ".")), 10);
        response.write(dataPacket("packfile\n"));
        response.on("close", () => clearInterval(timer));
      },
    });
    expect(await importFrom(respond, { duration: 200 })).toEqual({
      end: failed("The server took more than 0.2 seconds."),
      attempts: 4,
    });
  });
});

test("an import succeeds after failures, each followed by a longer pause", async () => {
  let requests = 0;
  const good = listed(main);
  await using remote = await GitRemote.start((request, response) => {
    requests += 1;
    return requests <= 3 ? answer(502)(request, response) : good(request, response);
  });
  const importing = new Importing(remote.url);
  expect(await importing.toItsEnd()).toEqual([5_000, 60_000, 300_000]);
  expect(importing.events.at(-1)).toEqual({ kind: "import", status: "finished", defaultBranch: "main" });
});
