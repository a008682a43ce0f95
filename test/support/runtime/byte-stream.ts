// Byte streams like workerd's.

/** A readable byte stream, which supports BYOB readers. */
export function byteStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { done, value } = await chunks.next();
      // Copied, because Node's buffers often share a pool, which cannot be transferred.
      if (done !== true) return controller.enqueue(new Uint8Array(value));
      controller.close();
      // A pending BYOB read only ends once its buffer is returned.
      controller.byobRequest?.respond(0);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
