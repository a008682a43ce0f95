// Reads request bodies up to a limit.
import { ApiError } from "./errors.ts";

/**
 * Reads all bytes of a body. A declared length over the limit is refused before reading; without one, reading stops at
 * the limit. No more than the limit is ever in memory.
 *
 * @param most bytes
 * @throws ApiError 413 for a longer body, 400 if the client disconnects before the end
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body, headers } = request;
  if (body === null) return new Uint8Array(0);
  const length = declaredLength(headers);
  if (length === null) return await readChunks(body, most);
  if (length > most) {
    await discard(body.getReader());
    throw bodyTooLarge(most);
  }
  return new Uint8Array(await request.arrayBuffer().catch(refuseIncomplete));
}

/**
 * The content length in bytes; null for a chunked body, for which the platform removes the header. The platform also
 * refuses invalid lengths and enforces valid ones.
 */
export function declaredLength(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null ? null : Number(length);
}

const bodyTooLarge = (most: number) => new ApiError(413, { message: tooLargeText(most) });

/** @param most a multiple of 1 MiB, in bytes */
export const tooLargeText = (most: number): string =>
  `413 Request Entity Too Large: the body has more than ${most / 1024 ** 2} MB, the most that is accepted here`;

/** Bytes for a body of more than one chunk; doubled when full. */
const LEAST_CAPACITY = 64 * 1024;

/** Copies the chunks into one buffer: a client may send single bytes, and each would be an object of its own. */
async function readChunks(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(0);
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(refuseIncomplete);
    if (done) return length === bytes.length ? bytes : bytes.slice(0, length);
    if (length + value.length > most) {
      await discard(reader);
      throw bodyTooLarge(most);
    }
    if (length === 0) bytes = new Uint8Array(value);
    else {
      if (length + value.length > bytes.length) bytes = grown(bytes, length + value.length);
      bytes.set(value, length);
    }
    length += value.length;
  }
}

function grown(bytes: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length, LEAST_CAPACITY));
  larger.set(bytes);
  return larger;
}

/** Bytes of a refused body that are still read. */
const MOST_DISCARDED = 10 * 1024 * 1024;
/** Milliseconds for which a refused body is still read. */
const LONGEST_DISCARDING = 1_000;

/** For requests that are refused before their body is read. */
export async function discardBody({ body }: Request): Promise<void> {
  if (body !== null) await discard(body.getReader());
}

/**
 * Reads on after a refusal: the connection closes after the response, and a client that is still sending then may never
 * see the response.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LONGEST_DISCARDING, null);
  });
  for (let left = MOST_DISCARDED; left > 0; ) {
    const read = reader.read().catch(() => null);
    const result = await Promise.race([read, timeout]);
    if (result === null || result.done) break;
    left -= result.value.length;
  }
  clearTimeout(timer);
  await reader.cancel();
}

/** The client disconnected. That is no bug of the server, so it is not logged as a 500. */
function refuseIncomplete(): never {
  throw new ApiError(400, { message: "400 Bad Request: the body ends before it is complete" });
}
