// The body of a GET or a HEAD has parameters as any other does. fetch cannot send one; curl and http.request can.
import { expect, test } from "vitest";
import { type Actor, createUser, unique } from "../support/actors.ts";
import { createGroup } from "../support/factories.ts";
import { chunked, sendRaw } from "../support/raw-request.ts";

type Body = readonly [type: string, text: string];

const bodies: [string, (path: string) => Body][] = [
  ["a form", (path) => ["application/x-www-form-urlencoded", `search=${path}&per_page=1`]],
  ["JSON", (path) => ["application/json", JSON.stringify({ search: path, per_page: 1 })]],
  [
    "multipart",
    (path) => [
      "multipart/form-data; boundary=xyz",
      [
        `--xyz\r\nContent-Disposition: form-data; name="search"\r\n\r\n${path}\r\n`,
        `--xyz\r\nContent-Disposition: form-data; name="per_page"\r\n\r\n1\r\n--xyz--\r\n`,
      ].join(""),
    ],
  ],
];

const framings = ["content-length", "chunks"] as const;

function request(method: string, target: string, { token }: Actor, [type, text]: Body, framing = "content-length") {
  const bytes = Buffer.from(text);
  const head = [
    `${method} /api/v3${target} HTTP/1.1`,
    "Host: localhost",
    `PRIVATE-TOKEN: ${token}`,
    `Content-Type: ${type}`,
    framing === "chunks" ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes.length}`,
  ];
  // In two pieces, so that the body arrives after the head.
  const pieces = [bytes.subarray(0, 5), bytes.subarray(5)];
  return sendRaw(head, framing === "chunks" ? chunked(pieces) : pieces);
}

test.each(bodies.flatMap(([name, body]) => framings.map((framing) => [name, framing, body] as const)))(
  "a GET takes its parameters from %s sent by %s",
  async (_name, framing, body) => {
    const user = await createUser();
    const [found] = [await createGroup(user), await createGroup(user)];
    const { status, headers, text } = await request("GET", "/groups", user, body(found.path), framing);
    const paths = JSON.parse(text).map(({ path }: { path: string }) => path);
    expect([status, paths, headers.get("x-per-page")]).toEqual([200, [found.path], "1"]);
  },
);

test.each(framings)("a HEAD takes its parameters from a body sent by %s", async (framing) => {
  const user = await createUser();
  const [found] = [await createGroup(user), await createGroup(user)];
  const body: Body = ["application/x-www-form-urlencoded", `search=${found.path}`];
  const { status, headers } = await request("HEAD", "/groups", user, body, framing);
  expect([status, headers.get("x-total")]).toEqual([200, "1"]);
});

test("the body of a GET takes precedence over the query", async () => {
  const user = await createUser();
  const [found, other] = [await createGroup(user), await createGroup(user)];
  const body: Body = ["application/json", JSON.stringify({ search: found.path })];
  const { status, text } = await request("GET", `/groups?search=${other.path}`, user, body);
  expect([status, JSON.parse(text)]).toMatchObject([200, [{ path: found.path }]]);
});

test("the link to the next page has all parameters of the body", async () => {
  const user = await createUser();
  const name = unique("found");
  await createGroup(user, { name: `${name}-1` });
  await createGroup(user, { name: `${name}-2` });
  const body: Body = ["application/x-www-form-urlencoded", `search=${name}&per_page=1`];
  const { headers } = await request("GET", "/groups", user, body);
  expect(headers.get("link")).toContain(`page=2&per_page=1&search=${name}&`);
});

test("the body of a GET that does not match its type is 400", async () => {
  const { status, text } = await request("GET", "/groups", await createUser(), ["application/json", '{"search": ']);
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { error: "The request body is not what its content type says it is." },
  ]);
});

test("an empty body of a GET counts as none, whatever its type", async () => {
  const { status } = await request("GET", "/groups", await createUser(), ["application/octet-stream", ""]);
  expect(status).toBe(200);
});
