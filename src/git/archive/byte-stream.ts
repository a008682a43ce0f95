// A stream of bytes that are made when they are asked for, in a form that travels out of a Durable Object.
import { unlimited } from "../budget.ts";
import { pause } from "../slices.ts";

/** Pieces of what is sent; undefined where the next one takes its time, and others may be let in. */
export type Pieces = Iterable<Uint8Array | undefined>;

/** Small pieces go together, as each chunk is a message between two isolates; large ones are cut. */
const CHUNK_BYTES = 64 * 1024;

/** Steps for making a piece, and for each of its bytes. */
const PIECE_COST = 1_000;
const BYTE_COST = 1;
/** For each byte that is compressed behind the stream, on the same thread. */
const COMPRESSED_BYTE_COST = 4;

/**
 * Others are let in now and then, however fast it is read. A stream that is cancelled ends the generator.
 *
 * @param isCompressed by whoever reads it
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
      // whoever reads into a buffer of their own waits for it
      controller.byobRequest?.respond(0);
    },
    cancel() {
      isCancelled = true;
      chunks.return(undefined);
    },
  });
}

/** Each in a buffer of its own: enqueueing takes it away. */
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
