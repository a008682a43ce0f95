// A stream of chunks that are made on demand.
import { unlimited } from "../budget.ts";
import { pause } from "../slices.ts";

/** In steps, for each byte of a chunk, because its objects are read one by one. */
const BYTE_COST = 4;

/** Makes no chunk in advance and yields to other requests now and then; cancelling the stream ends the generator. */
export function pullStream(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  const budget = unlimited();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (budget.endsSlice()) await pause();
        if (isCancelled) return;
        const next = iterator.next();
        if (next.done === true) return controller.close();
        budget.spend(next.value.length * BYTE_COST);
        controller.enqueue(next.value);
      },
      cancel() {
        isCancelled = true;
        iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
