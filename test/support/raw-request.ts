// Sends requests that fetch cannot make: raw bytes on a separate connection.
import { connect } from "node:net";
import { baseUrl } from "./api.ts";

export interface RawAnswer {
  /** NaN if the server closed the connection before its response could be read. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body as sent, with chunk framing; empty for HEAD. */
  readonly text: string;
  /** Bytes of the body sent before the server responded or closed the connection. */
  readonly sent: number;
}

/**
 * Sends the head, then the body piece by piece; stops sending once a response arrives.
 *
 * @param head the request line and the header lines, without `Connection`
 * @param origin of the server; defaults to the server that all tests share
 */
export async function sendRaw(
  head: readonly string[],
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = [],
  origin: string = baseUrl,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const received: Buffer[] = [];
  let sent = 0;
  // A server that has responded may close the connection while the rest of the body is in flight.
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    const isLast = endOfAnswer(head);
    socket.on("close", () => resolve());
    socket.on("data", (data: Buffer) => {
      received.push(data);
      if (isLast(data)) socket.destroy();
    });
  });
  const write = (data: string | Uint8Array) =>
    new Promise<boolean>((resolve) => socket.write(data, (error) => resolve(error == null)));
  await write(`${head.join("\r\n")}\r\n\r\n`);
  for await (const piece of body) {
    if (received.length > 0 || !(await write(piece))) break;
    sent += piece.length;
  }
  await ended;
  return { ...parse(Buffer.concat(received)), sent };
}

/** Encodes pieces as a chunked body, including the last chunk. */
export function* chunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  }
  yield Buffer.from("0\r\n\r\n");
}

const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Returns a function that takes each piece of a response and returns true for the last one. */
function endOfAnswer([requestLine = ""]: readonly string[]): (piece: Buffer) => boolean {
  let begin = Buffer.alloc(0);
  /** Length of head and body; NaN until the head is complete, Infinity for a chunked body. */
  let total = Number.NaN;
  let received = 0;
  let tail = Buffer.alloc(0);
  return (piece) => {
    received += piece.length;
    tail = Buffer.concat([tail, piece]).subarray(-LAST_CHUNK.length);
    if (Number.isNaN(total)) {
      begin = Buffer.concat([begin, piece]);
      const end = begin.indexOf("\r\n\r\n");
      if (end === -1) return false;
      total = end + 4 + bodyLength(parse(begin.subarray(0, end)), requestLine);
    }
    return Number.isFinite(total) ? received >= total : tail.equals(LAST_CHUNK);
  };
}

/** Infinity for a chunked body. */
function bodyLength({ status, headers }: Omit<RawAnswer, "sent">, requestLine: string): number {
  if (requestLine.startsWith("HEAD ") || status === 204 || status === 304) return 0;
  return Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
}

function parse(bytes: Buffer): Omit<RawAnswer, "sent"> {
  const [head = "", ...rest] = bytes.toString("utf8").split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, text: rest.join("\r\n\r\n") };
}
