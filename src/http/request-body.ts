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
    await discard(body.getReader({ mode: "byob" }));
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

/** Bytes of one read. Fewer would let a client that sends single bytes fill the memory with what each is kept in. */
const CHUNK = 128 * 1024;

async function readChunks(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader({ mode: "byob" });
  for (;;) {
    const { done, value } = await reader.readAtLeast(CHUNK, new Uint8Array(CHUNK)).catch(refuseIncomplete);
    if (value !== undefined) {
      length += value.length;
      if (length <= most) chunks.push(value);
    }
    if (length > most) {
      await discard(reader);
      throw bodyTooLarge(most);
    }
    if (done) return concatenate(chunks, length);
  }
}

/** Of a body that is refused so many bytes are still read, for so many milliseconds at most. */
const MOST_DISCARDED = 10 * 1024 * 1024;
const LONGEST_DISCARDING = 1_000;

/**
 * Lets a client that goes on sending come to an end: the connection closes behind the answer, and who is still sending
 * then may never see it.
 */
async function discard(reader: ReadableStreamBYOBReader): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LONGEST_DISCARDING, null);
  });
  for (let left = MOST_DISCARDED; left > 0; ) {
    const read = reader.read(new Uint8Array(CHUNK)).catch(() => null);
    const result = await Promise.race([read, timeout]);
    if (result === null || result.done) break;
    left -= result.value.length;
  }
  clearTimeout(timer);
  await reader.cancel();
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The client went away, or broke off: nobody reads the answer, and nothing is wrong here. */
function refuseIncomplete(): never {
  throw new ApiError(400, { message: "400 Bad Request: the body ends before it is complete" });
}
