// Streams of bytes as workerd makes them.

/** A stream whose readers may bring buffers of their own. */
export function byteStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { done, value } = await chunks.next();
      // copied, as a buffer of Node's is often part of a pool, which cannot be handed over
      if (done !== true) return controller.enqueue(new Uint8Array(value));
      controller.close();
      // a reader that brought a buffer waits for it
      controller.byobRequest?.respond(0);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
