// Requests over HTTP as `fetch` makes them, for a third of its CPU time.
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, inflateSync } from "node:zlib";

/** Milliseconds after which an idle connection is closed: workerd closes it after five seconds. */
const IDLE = 4_000;

const agent = new Agent({ keepAlive: true, timeout: IDLE });

/** What `fetch` sends besides the caller's headers. */
const usual: OutgoingHttpHeaders = {
  accept: "*/*",
  "accept-language": "*",
  "sec-fetch-mode": "cors",
  "user-agent": "node",
  "accept-encoding": "gzip, deflate",
};

/** As `fetch`. A request that leaves redirects to its caller is made here; its response comes when all of it has arrived. */
export const send = (url: string, init: RequestInit): Promise<Response> =>
  url.startsWith("http:") && isPlain(init) ? sendPlain(new URL(url), init) : fetch(url, init);

type PlainInit = Pick<RequestInit, "method" | "headers"> & { readonly body?: PlainBody | null };
type PlainBody = string | Uint8Array<ArrayBuffer> | URLSearchParams;

const isPlain = (init: RequestInit): init is PlainInit =>
  init.redirect === "manual" &&
  init.signal == null &&
  (init.body == null || (mayHaveBody(init) && isPlainBody(init.body)));

/** `fetch` refuses the others. */
const mayHaveBody = ({ method = "GET" }: RequestInit): boolean => !/^(get|head)$/i.test(method);

const isPlainBody = (body: unknown): body is PlainBody =>
  typeof body === "string" || body instanceof Uint8Array || body instanceof URLSearchParams;

async function sendPlain({ hostname, port, pathname, search }: URL, init: PlainInit): Promise<Response> {
  const { method = "GET", body } = init;
  // As bytes: before a string, Node would send the headers as UTF-8.
  const given = body == null || body instanceof Uint8Array ? body : Buffer.from(body.toString());
  const options = { agent, hostname, port, method, path: pathname + search, headers: headersOf(init, given) };
  // Connections that the server closed while this process was busy leave the agent between these two turns.
  await setImmediate();
  await setImmediate();
  const { answer, bytes } = await new Promise<Received>((resolve, reject) => {
    const fail = (cause: Error) => reject(new TypeError("fetch failed", { cause }));
    request(options, (answer) => receive(answer, resolve, fail))
      .on("error", fail)
      .end(given);
  });
  const headers = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? "", answer.rawHeaders[at + 1] ?? "");
  }
  const status = answer.statusCode ?? 0;
  return new Response(withoutBody.has(status) ? null : decoded(bytes, headers), { status, headers });
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function headersOf({ headers, body }: PlainInit, given: Uint8Array | null | undefined): OutgoingHttpHeaders {
  const all = { ...usual, ...Object.fromEntries(new Headers(headers)) };
  if (given == null) return all;
  const type =
    body instanceof URLSearchParams ? "application/x-www-form-urlencoded;charset=UTF-8" : "text/plain;charset=UTF-8";
  const isTyped = body instanceof Uint8Array || "content-type" in all;
  return { ...all, ...(!isTyped && { "content-type": type }), "content-length": given.byteLength };
}

interface Received {
  readonly answer: IncomingMessage;
  readonly bytes: Buffer;
}

function receive(answer: IncomingMessage, resolve: (received: Received) => void, fail: (cause: Error) => void): void {
  const pieces: Buffer[] = [];
  answer.on("data", (piece: Buffer) => pieces.push(piece));
  answer.on("end", () => resolve({ answer, bytes: Buffer.concat(pieces) }));
  answer.on("error", fail);
}

/** A response to HEAD names the encoding and has no bytes. */
function decoded(bytes: Buffer, headers: Headers): Buffer {
  if (bytes.length === 0) return bytes;
  const encoding = headers.get("content-encoding");
  if (encoding === "gzip") return gunzipSync(bytes);
  return encoding === "deflate" ? inflateSync(bytes) : bytes;
}
