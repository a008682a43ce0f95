// A stream of bytes made on demand, of the type that can leave a Durable Object.
import { unlimited } from "../budget.ts";
import { pause } from "../slices.ts";

/** The bytes to send; undefined where the next piece takes long and other requests may run first. */
export type Pieces = Iterable<Uint8Array | undefined>;

/**
 * Each chunk is a message between two isolates: small pieces are gathered into chunks of this size, large ones are cut.
 */
const CHUNK_BYTES = 64 * 1024;

/** In steps, for making a piece and for each of its bytes. */
const PIECE_COST = 1_000;
const BYTE_COST = 1;
/** In steps, for each byte that the consumer compresses on the same thread. */
const COMPRESSED_BYTE_COST = 4;

/**
 * Yields to other requests regularly, however fast it is read. Cancelling the stream ends the generator.
 *
 * @param isCompressed true if the consumer compresses the stream
 */
export function byteStream(pieces: Pieces, isCompressed = false): ReadableStream<Uint8Array> {
  const chunks = gathered(pieces, isCompressed ? COMPRESSED_BYTE_COST : BYTE_COST);
  let isCancelled = false;
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      let next = chunks.next();
      for (; next.done !== true && next.value === undefined; next = chunks.next()) await pause();
      if (isCancelled) return;
      if (next.done !== true && next.value !== undefined) return controller.enqueue(next.value);
      controller.close();
      // A pending read into a caller's buffer ends only with a response.
      controller.byobRequest?.respond(0);
    },
    cancel() {
      isCancelled = true;
      chunks.return(undefined);
    },
  });
}

/** Each chunk has its own buffer, because `enqueue` transfers the buffer. */
function* gathered(pieces: Pieces, byteCost: number): Generator<Uint8Array | undefined, undefined, undefined> {
  const budget = unlimited();
  let chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (const piece of pieces) {
    if (piece === undefined || budget.endsSlice()) yield undefined;
    if (piece === undefined) continue;
    budget.spend(PIECE_COST);
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length);
      chunk.set(part, length);
      at += part.length;
      length += part.length;
      budget.spend(part.length * byteCost);
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      [chunk, length] = [new Uint8Array(CHUNK_BYTES), 0];
      if (budget.endsSlice()) yield undefined;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}
