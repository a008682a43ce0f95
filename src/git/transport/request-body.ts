// The body of a request as it comes, inflated where the client compressed it.
import { createGunzip, type Gunzip } from "node:zlib";
import { GitError } from "../git-error.ts";

/** The platform reads 4 KB at a time unless it is told otherwise, and each read costs as much as inflating a file. */
const CHUNK = 128 * 1024;

/**
 * A chunk is good until the next one is asked for. Who stops reading leaves the rest to {@link discardRest}.
 *
 * @param encoding of HTTP: git compresses what it asks of upload-pack
 */
export function readBody(body: ReadableStream<Uint8Array>, encoding: string | null): AsyncIterable<Uint8Array> {
  const chunks = readChunks(body);
  switch (encoding) {
    case null:
    case "identity":
      return chunks;
    case "gzip":
    case "x-gzip":
      return gunzip(chunks);
    default:
      throw new GitError("protocol", `the content encoding ${JSON.stringify(encoding)} is not understood`);
  }
}

/**
 * As {@link readBody}, of a client that may go away in the middle, which is no fault of the server's.
 *
 * @throws GitError where the body ends before it is complete
 */
export async function* readRequest(
  body: ReadableStream<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = readBody(body, encoding);
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof GitError ? error : new GitError("protocol", "the request ends before it is complete");
  }
}

/** Bytes that are still read of a request that is refused: as many as Cloudflare lets a request have. */
const MOST_DISCARDED = 100 * 1024 * 1024;

/**
 * Reads on for a while without keeping anything: a client that is still sending when its connection closes never sees
 * the answer.
 */
export async function discardRest(body: ReadableStream<Uint8Array>): Promise<void> {
  if (body.locked) return;
  let discarded = 0;
  try {
    for await (const chunk of readRequest(body, null)) {
      discarded += chunk.length;
      if (discarded > MOST_DISCARDED) return;
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader({ mode: "byob" });
  try {
    for (let buffer = new Uint8Array(CHUNK); ; ) {
      const { done, value } = await reader.read(buffer);
      if (done) return;
      yield value;
      buffer = new Uint8Array(value.buffer);
    }
  } finally {
    reader.releaseLock();
  }
}

/** Inflates no more than is asked for, so that few bytes cannot become many in memory. */
async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const engine = createGunzip();
  const feeding = feed(engine, chunks).catch((error) => engine.destroy(error));
  try {
    for await (const part of engine) yield part;
  } catch (error) {
    throw isZlibError(error) ? new GitError("protocol", `the request cannot be inflated: ${error.message}`) : error;
  } finally {
    engine.destroy();
    await feeding;
  }
}

async function feed(engine: Gunzip, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => {
      engine.once("close", resolve);
      engine.write(chunk, () => {
        engine.off("close", resolve);
        resolve();
      });
    });
    if (engine.destroyed) return;
  }
  engine.end();
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
