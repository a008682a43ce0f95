// Limits of a request: parameters, JSON, bytes. Excess is refused before it costs anything.
import { expect, inject, test } from "vitest";
import { generateToken } from "../../src/permissions/token.ts";
import { type Actor, createUser } from "../support/actors.ts";
import { type Answer, send } from "../support/api.ts";
import { createProject } from "../support/factories.ts";
import { chunked, type RawAnswer, sendRaw } from "../support/raw-request.ts";

const MIB = 1024 * 1024;

const post = (path: string, type: string, body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(path, { method: "POST", headers: { "content-type": type, ...headers }, body });

type SendMany = (count: number) => Promise<Answer>;

const repeated = (count: number, text: string) => Array.from({ length: count }, () => text).join("&");

const multipart = (count: number) =>
  `${'--x\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n1\r\n'.repeat(count)}--x--\r\n`;

/** A request without credentials: 401 once its parameters have been read. */
const sources: [string, SendMany][] = [
  ["a query", (count) => send(`/groups?${repeated(count, "a[]=1")}`, { method: "POST" })],
  ["a form", (count) => post("/groups", "application/x-www-form-urlencoded", repeated(count, "a[]=1"))],
  [
    "a form of names without values",
    (count) => post("/groups", "application/x-www-form-urlencoded", repeated(count, "a")),
  ],
  ["a multipart body", (count) => post("/groups", "multipart/form-data; boundary=x", multipart(count))],
  [
    "a multipart body with its boundary in quotes",
    (count) => post("/groups", 'multipart/form-data; boundary="x"', multipart(count)),
  ],
  [
    "a JSON object",
    (count) =>
      post(
        "/groups",
        "application/json",
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, 1]))),
      ),
  ],
  ["a list in JSON", (count) => post("/groups", "application/json", JSON.stringify({ a: Array(count).fill(1) }))],
  [
    "the query and a form",
    (count) =>
      post(`/groups?${repeated(500, "b=1")}`, "application/x-www-form-urlencoded", repeated(count - 500, "a[]=1")),
  ],
  [
    "the query and JSON",
    (count) =>
      post(`/groups?${repeated(500, "b=1")}`, "application/json", JSON.stringify({ a: Array(count - 500).fill(1) })),
  ],
];

test.each(sources)("1,000 parameters of %s are read", async (_name, sendMany) => {
  expect(await sendMany(1_000)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test.each(sources)("1,001 parameters of %s are refused before authentication", async (_name, sendMany) => {
  expect(await sendMany(1_001)).toMatchObject({
    status: 400,
    body: { error: "There are more than 1000 parameters." },
  });
});

test("the objects of a list in JSON are not counted as parameters", async () => {
  const actions = Array.from({ length: 1_001 }, () => ({ action: "create", file_path: "a", content: "x" }));
  expect(await post("/groups", "application/json", JSON.stringify({ actions }))).toMatchObject({ status: 401 });
});

const nested = (depth: number) => `{"a": ${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

test("JSON of 100 levels is read", async () => {
  expect(await post("/groups", "application/json", nested(100))).toMatchObject({ status: 401 });
});

test.each([101, 500_000])("JSON of %i levels is refused", async (depth) => {
  expect(await post("/groups", "application/json", nested(depth))).toMatchObject({
    status: 400,
    body: { error: "The JSON is nested more than 100 levels deep." },
  });
});

test.each([
  ["of brackets", JSON.stringify({ a: "[".repeat(200_000) })],
  ["of quotes and backslashes", JSON.stringify({ a: `\\"[{,`.repeat(50_000) })],
])("JSON is checked by its values, not by a text %s", async (_name, body) => {
  expect(await post("/groups", "application/json", body)).toMatchObject({ status: 401 });
});

test.each([
  ["a list", `{"a": [${"{},".repeat(60_000)}{}]}`],
  ["lists in lists", `{"a": [${"[1],".repeat(60_000)}[1]]}`],
])("JSON with more than 100,000 values in %s is refused", async (_name, body) => {
  expect(await post("/groups", "application/json", body)).toMatchObject({
    status: 400,
    body: { error: "The JSON holds more than 100000 values." },
  });
});

const pieceBytes = 64 * 1024;

/** This many spaces, which JSON allows before an object. */
function* spaces(bytes: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes, " ");
  for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

interface Upload {
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly bytes: number;
  /** Otherwise its length is declared. */
  readonly inChunks?: boolean;
}

function upload({ target = "/groups", headers = [], bytes, inChunks = false }: Upload): Promise<RawAnswer> {
  const framing = inChunks ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
  return sendRaw(
    [`POST /api/v3${target} HTTP/1.1`, "Host: localhost", "Content-Type: application/json", framing, ...headers],
    inChunks ? chunked(spaces(bytes)) : spaces(bytes),
  );
}

const tooLarge = (megabytes: number) => ({
  message: `413 Request Entity Too Large: the body has more than ${megabytes} MB, the most that is accepted here`,
});

const answerOf = ({ status, text }: RawAnswer) => [status, JSON.parse(text)];

const framings = [
  ["of declared length", false],
  ["in chunks", true],
] as const;

test.each(framings)("a body of 1 MB %s is read without a token", async (_name, inChunks) => {
  // Spaces alone are not JSON, which is known only after all of them have been read.
  expect(answerOf(await upload({ bytes: MIB, inChunks }))).toEqual([400, { error: expect.stringContaining("body") }]);
});

test.each(framings)("a body over 1 MB %s is refused without a token", async (_name, inChunks) => {
  expect(answerOf(await upload({ bytes: MIB + 1, inChunks }))).toEqual([413, tooLarge(1)]);
});

test("a body with a declared length over the limit is refused before any of it is sent", async () => {
  const answer = await sendRaw([
    "POST /api/v3/session HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${2_000_000_000}`,
  ]);
  expect(answerOf(answer)).toEqual([413, tooLarge(1)]);
});

test("an endless body is read for a few MB only", async () => {
  const { sent } = await upload({ bytes: 1_000 * MIB, inChunks: true });
  // Some of it is in the buffers of sockets.
  expect(sent).toBeLessThan(50 * MIB);
});

const tokens: [string, (token: string) => Upload][] = [
  ["the header PRIVATE-TOKEN", (token) => ({ headers: [`PRIVATE-TOKEN: ${token}`], bytes: 0 })],
  ["a Bearer token", (token) => ({ headers: [`Authorization: Bearer ${token}`], bytes: 0 })],
  ["private_token in the query", (token) => ({ target: `/groups?private_token=${token}`, bytes: 0 })],
  ["access_token in the query", (token) => ({ target: `/groups?access_token=${token}`, bytes: 0 })],
];

test.each(tokens)("a body over 1 MB is read with %s", async (_name, withToken) => {
  const { token } = await createUser();
  expect((await upload({ ...withToken(token ?? ""), bytes: MIB + 1 })).status).toBe(400);
});

test("a body over 1 MB is read with ROOT_TOKEN", async () => {
  const headers = [`PRIVATE-TOKEN: ${inject("rootToken")}`];
  expect((await upload({ headers, bytes: MIB + 1 })).status).toBe(400);
});

test("a body over 1 MB is read with a well-formed token, and 401 if the token is unknown", async () => {
  const headers = { "PRIVATE-TOKEN": generateToken() };
  const body = JSON.stringify({ name: "x".repeat(MIB) });
  expect(await post("/groups", "application/json", body, headers)).toMatchObject({ status: 401 });
});

test.each([
  ["of another form", "secret"],
  ["with a wrong checksum", `trb_${"a".repeat(36)}`],
])("a body over 1 MB is refused with a token %s", async (_name, token) => {
  expect(answerOf(await upload({ headers: [`PRIVATE-TOKEN: ${token}`], bytes: MIB + 1 }))).toEqual([413, tooLarge(1)]);
});

test("a body over 1 MB is refused if only the body has the token", async () => {
  const { token } = await createUser();
  const body = JSON.stringify({ private_token: token, name: "x".repeat(MIB) });
  expect(await post("/groups", "application/json", body)).toMatchObject({ status: 413, body: tooLarge(1) });
});

const withToken = ({ token }: Actor) => [`PRIVATE-TOKEN: ${token}`];

test("a chunked body over 50 MB is refused for everybody", async () => {
  const headers = withToken(await createUser());
  expect(answerOf(await upload({ headers, bytes: 50 * MIB + 1, inChunks: true }))).toEqual([413, tooLarge(50)]);
});

test("a body with a declared length over 50 MB is refused for everybody before any of it is sent", async () => {
  const answer = await sendRaw([
    "POST /api/v3/groups HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${50 * MIB + 1}`,
    ...withToken(await createUser()),
  ]);
  expect(answerOf(answer)).toEqual([413, tooLarge(50)]);
});

test("a body of 50 MB is read", async () => {
  const headers = withToken(await createUser());
  expect((await upload({ headers, bytes: 50 * MIB })).status).toBe(400);
});

test("a push over 100 MB is refused before any of it is sent", async () => {
  const owner = await createUser();
  const { path_with_namespace: path } = await createProject(owner);
  const { status, text } = await sendRaw([
    `POST /${path}.git/git-receive-pack HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/x-git-receive-pack-request",
    `Content-Length: ${100 * MIB + 1}`,
    ...withToken(owner),
  ]);
  expect([status, text]).toEqual([413, `${tooLarge(100).message}. Push less at once.\n`]);
});

test("a GET with a body has the same limits", async () => {
  const answer = await sendRaw([
    "GET /api/v3/groups HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${MIB + 1}`,
  ]);
  expect(answerOf(answer)).toEqual([413, tooLarge(1)]);
});
