// Serves an in-process Worker on a local port, for HTTP clients such as git and `fetch`.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { byteStream } from "./byte-stream.ts";
import type { LocalWorker } from "./worker.ts";

/** Returns the origin, `http://127.0.0.1:<port>`. The server does not keep the process alive. */
export async function serve(worker: LocalWorker): Promise<string> {
  const server = createServer((request, response) => void answer(worker, origin, request, response));
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return origin;
}

async function answer(worker: LocalWorker, origin: string, given: IncomingMessage, out: ServerResponse): Promise<void> {
  try {
    const { status, headers, body } = await worker.fetch(requestOf(given, origin));
    out.writeHead(status, [...headers].flat());
    if (body === null) out.end();
    else await pipeline(body, out);
  } catch {
    out.destroy(); // The client disconnected, or the response's body failed.
  }
}

function requestOf(given: IncomingMessage, origin: string): Request {
  const { method = "GET", url = "/", rawHeaders } = given;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  // Drops the body of a GET: the Worker does not read it, and Node's Request does not allow one.
  const hasBody =
    method !== "GET" && method !== "HEAD" && (headers.has("transfer-encoding") || headers.has("content-length"));
  return new Request(origin + url, { method, headers, ...(hasBody && { body: byteStream(given) }) });
}
