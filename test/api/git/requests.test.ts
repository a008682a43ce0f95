// Git's HTTP protocol without git: responses to malformed, hostile, compressed and old-protocol requests.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { dataPacket } from "../../../src/git/protocol/pkt-line.ts";
import { packOf } from "../../git/pack/pack-bytes.ts";
import { anonymous, createUser } from "../../support/actors.ts";
import { baseUrl, send } from "../../support/api.ts";
import { createCast, createProject } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import { answerOf, commandPackets, postPush, rawPush, refsOf } from "./raw-push.ts";

const cached = {
  "cache-control": "no-cache, max-age=0, must-revalidate",
  expires: "Fri, 01 Jan 1980 00:00:00 GMT",
  pragma: "no-cache",
};

test("refs are sent with git's content type and are not cacheable", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  for (const service of ["git-upload-pack", "git-receive-pack"]) {
    for (const place of [`/${project.path_with_namespace}`, `/${project.path_with_namespace}.git`]) {
      const { status, headers, text } = await send(`${baseUrl}${place}/info/refs?service=${service}`, {
        headers: owner.headers,
      });
      expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
        status: 200,
        "content-type": `application/x-${service}-advertisement`,
        "x-request-id": expect.any(String),
        ...cached,
      });
      expect(text).toMatch(/^001[ef]# service=git-[a-z]+-pack\n0000/);
    }
  }
});

test("a project path is case-insensitive", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const path = project.path_with_namespace.toUpperCase();
  expect(await send(`${baseUrl}/${path}.git/info/refs?service=git-upload-pack`)).toMatchObject({ status: 200 });
});

test.each(["", "?service=", "?service=git-upload-archive", "?service=upload-pack"])(
  "info/refs%s is refused: only the smart protocol is supported",
  async (query) => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 20 });
    expect(await send(`${baseUrl}/${project.path_with_namespace}.git/info/refs${query}`)).toMatchObject({
      status: 403,
      text: "Only git's smart HTTP protocol is spoken here: git-upload-pack and git-receive-pack.\n",
    });
  },
);

test.each(["HEAD", "objects/info/packs", "objects/12/34567890123456789012345678901234567890", "git-upload-archive"])(
  "%s answers 404",
  async (path) => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 20 });
    expect(await send(`${baseUrl}/${project.path_with_namespace}.git/${path}`)).toMatchObject({ status: 404 });
  },
);

test.each(["application/x-www-form-urlencoded", "application/x-git-upload-pack-request", ""])(
  "a push of content type '%s' is refused",
  async (type) => {
    const owner = await createUser();
    const project = await createProject(owner);
    const response = await postPush(owner, project, "0000", { "content-type": type });
    expect(response.status).toBe(415);
  },
);

test("a probe request before a push gets an empty answer", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  for (const body of ["0000", ""]) {
    const response = await postPush(owner, project, body);
    expect({
      status: response.status,
      ...Object.fromEntries(response.headers),
      text: await response.text(),
    }).toMatchObject({ status: 200, "content-type": "application/x-git-receive-pack-result", text: "", ...cached });
  }
});

test("client headers cannot set the pushing user", async () => {
  const { cast, project } = await createCast();
  const commit = await seedRepository(cast.master, project, { "a.txt": "a\n" });
  await rawPush(cast.master, project, [{ name: "refs/tags/v1", after: commit }]);
  const body = commandPackets([{ name: "refs/tags/v1", before: commit }]);
  const identity = JSON.stringify({ userId: cast.master.id, level: 40, at: "2020-01-01T00:00:00.000Z" });
  const forged = { "x-tributary-pusher": identity };
  expect(await answerOf(await postPush(cast.developer, project, body, forged))).toMatchObject({
    report: ["unpack ok", "ng refs/tags/v1 You are not allowed to change existing tags on this project."],
  });
  expect((await postPush(cast.reporter, project, body, forged)).status).toBe(403);
  expect((await postPush(anonymous, project, body, forged)).status).toBe(401);
  expect((await refsOf(cast.master, project)).get("refs/tags/v1")).toBe(commit);
});

describe("a compressed request", () => {
  const gzip = { "content-encoding": "gzip" };

  test("is inflated", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const commit = await seedRepository(owner, project, { "a.txt": "a\n" });
    const body = Buffer.concat([commandPackets([{ name: "refs/heads/topic", after: commit }]), packOf([])]);
    expect((await answerOf(await postPush(owner, project, gzipSync(body), gzip))).report).toEqual([
      "unpack ok",
      "ok refs/heads/topic",
    ]);
    expect((await refsOf(owner, project)).get("refs/heads/topic")).toBe(commit);
  });

  test.each([
    ["gzip", "0000", "ERR the request cannot be inflated"],
    ["gzip", gzipSync(dataPacket(`shallow ${"1".repeat(40)}`)).subarray(0, -9), "ERR the request cannot be inflated"],
    ["br", "0000", "ERR the content encoding"],
  ])("that does not match its encoding %s is refused", async (encoding, body, text) => {
    const owner = await createUser();
    const project = await createProject(owner);
    const response = await postPush(owner, project, body, { "content-encoding": encoding });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(text)]);
  });

  test("that inflates beyond the limit is cut off early", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const line = gzipSync(
      Buffer.concat(Array.from({ length: 400 }, () => dataPacket(`shallow ${" ".repeat(60_000)}`))),
    );
    expect(line.length).toBeLessThan(100_000);
    const response = await postPush(owner, project, line, gzip);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("ERR the request has more than 8388608 bytes before the pack"),
    ]);
  });
});
