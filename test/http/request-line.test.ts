// Requests with an unreadable URL are client errors.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { sendRaw } from "../support/raw-request.ts";

const refusal = { message: "400 Bad Request: the Host header or the request line is not valid" };

test.each(["a b", "[::1", "%", "127.0.0.1:99999", "localhost:port", "<localhost>"])(
  "the Host header %s is 400",
  async (host) => {
    const { status, text } = await sendRaw(["GET /api/v3/version HTTP/1.1", `Host: ${host}`]);
    expect([status, JSON.parse(text)]).toEqual([400, refusal]);
  },
);

test.each(["localhost:1234", "localhost", "[::1]"])("an asterisk as the path is 400 at %s", async (host) => {
  const { status, text } = await sendRaw(["GET * HTTP/1.1", `Host: ${host}`]);
  expect([status, JSON.parse(text)]).toEqual([400, refusal]);
});

test.each(["localhost", "LOCALHOST:80", "127.0.0.1", "[::1]:8787", "xn--bcher-kva.example"])(
  "the Host header %s is accepted",
  async (host) => {
    expect((await sendRaw(["GET /api/v3/version HTTP/1.1", `Host: ${host}`])).status).toBe(200);
  },
);

test("URLs in answers begin with https behind a reverse proxy that reports TLS", async () => {
  const { token } = await createUser();
  const { headers } = await sendRaw([
    "GET /api/v3/groups HTTP/1.1",
    "Host: git.example.com",
    "X-Forwarded-Proto: https",
    `PRIVATE-TOKEN: ${token}`,
  ]);
  expect(headers.get("link")).toContain("<https://git.example.com/api/v3/groups?");
});
