// A stream of bytes that are made when they are asked for, in a form that travels out of a Durable Object.

/** Small pieces go together, as each chunk is a message between two isolates; large ones are cut. */
const CHUNK_BYTES = 64 * 1024;

/** A stream that is cancelled ends the generator. */
export function byteStream(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = gathered(pieces);
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const next = chunks.next();
      if (next.done !== true) return controller.enqueue(next.value);
      controller.close();
      // whoever reads into a buffer of their own waits for it
      controller.byobRequest?.respond(0);
    },
    cancel() {
      chunks.return(undefined);
    },
  });
}

/** Each in a buffer of its own: enqueueing takes it away. */
function* gathered(pieces: Iterable<Uint8Array>): Generator<Uint8Array, undefined, undefined> {
  let chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length);
      chunk.set(part, length);
      at += part.length;
      length += part.length;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      [chunk, length] = [new Uint8Array(CHUNK_BYTES), 0];
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}
