// Reads the body of a request, up to a limit.
import { ApiError } from "./errors.ts";

/**
 * All bytes of a body. One that says it is too long is refused before it is read, one that does not say how long it is
 * as soon as it turns out to be: no more than the limit is ever kept.
 *
 * @param most bytes
 * @throws ApiError 413 for a longer one, 400 where the client goes before the end
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
 * Bytes that follow, as the client says. The platform takes no more and no fewer, refuses what is no number, and
 * drops the header where the body comes in chunks; null then.
 */
export function declaredLength(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null ? null : Number(length);
}

const bodyTooLarge = (most: number) => new ApiError(413, { message: tooLargeText(most) });

/** @param most bytes, a whole number of MiB */
export const tooLargeText = (most: number): string =>
  `413 Request Entity Too Large: the body has more than ${most / 1024 ** 2} MB, the most that is accepted here`;

/** Bytes there is room for at first; doubled whenever it is full. */
const FIRST_ROOM = 64 * 1024;

/** Copies what comes into one buffer: a client may send single bytes, and each would be kept in an object of its own. */
async function readChunks(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(FIRST_ROOM);
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(refuseIncomplete);
    if (done) return bytes.slice(0, length);
    if (length + value.length > most) {
      await discard(reader);
      throw bodyTooLarge(most);
    }
    if (length + value.length > bytes.length) bytes = withRoom(bytes, length + value.length);
    bytes.set(value, length);
    length += value.length;
  }
}

function withRoom(bytes: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

/** Of a body that is refused so many bytes are still read, for so many milliseconds at most. */
const MOST_DISCARDED = 10 * 1024 * 1024;
const LONGEST_DISCARDING = 1_000;

/**
 * Lets a client that goes on sending come to an end: the connection closes behind the answer, and who is still sending
 * then may never see it.
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

/** The client went away, or broke off: nobody reads the answer, and nothing is wrong here. */
function refuseIncomplete(): never {
  throw new ApiError(400, { message: "400 Bad Request: the body ends before it is complete" });
}
