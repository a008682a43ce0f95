// The client that tests send requests to workerd with: it sends and returns what `fetch` does.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../support/http-client.ts";

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server: Server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Answers with what it got. */
const listenToRequests = () =>
  listen(async (request, response) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: await text(request.setEncoding("latin1")) }));
  });

const headers = { "X-Name": "caf\xe9", Accept: "text/html", Cookie: "a=b" };

test.each<[string, RequestInit]>([
  ["GET", { headers }],
  ["DELETE without a body", { method: "DELETE", headers }],
  ["POST without a body", { method: "POST", headers }],
  ["a text", { method: "POST", headers, body: "é😀" }],
  ["an empty text", { method: "PUT", headers, body: "" }],
  ["a text of a type", { method: "PATCH", headers: { ...headers, "Content-Type": "application/json" }, body: "{}" }],
  ["bytes", { method: "POST", headers, body: new Uint8Array([1, 2, 200, 255]).subarray(1) }],
  ["a form", { method: "POST", headers, body: new URLSearchParams({ name: "é b" }) }],
])("the same request arrives: %s", async (_, init) => {
  const { url } = await listenToRequests();
  const arrived = async (client: typeof send) =>
    (await client(`${url}/a%2Fb?c=é#d`, { ...init, redirect: "manual" })).json();
  expect(await arrived(send)).toEqual(await arrived(fetch));
});

test("GET with a body is refused", async () => {
  const { url } = await listenToRequests();
  const init: RequestInit = { body: "text", redirect: "manual" };
  await expect(send(url, init)).rejects.toThrow("Request with GET/HEAD method cannot have body.");
});

const gzip = { "content-encoding": "gzip" };

test.each<
  [string, { status?: number; headers?: Record<string, string | string[]>; body?: Uint8Array; method?: string }]
>([
  ["headers of one name", { headers: { "set-cookie": ["a=1", "b=2"], link: ["<a>", "<b>"], name: "caf\xe9" } }],
  ["gzip", { headers: gzip, body: gzipSync("text") }],
  ["deflate", { headers: { "content-encoding": "deflate" }, body: deflateSync("text") }],
  ["HEAD", { headers: { "content-length": "4" }, method: "HEAD" }],
  ["HEAD of what is encoded", { headers: gzip, method: "HEAD" }],
  ["204", { status: 204 }],
  ["304", { status: 304, headers: { etag: '"a"' } }],
  ["a redirect", { status: 302, headers: { location: "/" }, body: Buffer.from("moved") }],
])("the same response returns: %s", async (_, { status = 200, headers = {}, body, method = "GET" }) => {
  const { url } = await listen((_, response) => {
    response.sendDate = false;
    response.writeHead(status, { connection: "close", ...headers }).end(body);
  });
  const returned = async (client: typeof send) => {
    const response = await client(url, { method, redirect: "manual" });
    return [response.status, [...response.headers], await response.text()];
  };
  expect(await returned(send)).toEqual(await returned(fetch));
});

test("what breaks off is an error", async () => {
  const { url } = await listen((request, response) => {
    if (request.url === "/late") response.writeHead(200, { "content-length": "9" }).write("text");
    setTimeout(() => request.socket.destroy(), 10);
  });
  for (const path of ["/early", "/late"]) {
    await expect(send(url + path, { redirect: "manual" })).rejects.toThrow(new TypeError("fetch failed"));
  }
});

test("a connection that the server has closed meanwhile is not used again", async () => {
  const { server, url } = await listen((_, response) => response.end());
  for (let n = 0; n < 3; n += 1) {
    expect((await send(url, { redirect: "manual" })).status).toBe(200);
    server.closeIdleConnections();
  }
});
