// Reads a request's body, and inflates it if the client compressed it.
import { createGunzip, type Gunzip } from "node:zlib";
import { GitError } from "../git-error.ts";

/** Read size. By default the platform reads 4 KB at a time, and each read costs as much as inflating a file. */
const CHUNK = 128 * 1024;

/**
 * A chunk is valid until the next one is requested. A caller that stops early leaves the rest to {@link discardRest}.
 *
 * @param encoding HTTP content encoding: git compresses requests to upload-pack
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
 * The same for a client that may disconnect, which is not a server error.
 *
 * @throws GitError if the body ends early
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

/** In bytes, for a refused request: Cloudflare's limit of a request. */
const MOST_DISCARDED = 100 * 1024 * 1024;

/**
 * Reads the rest of a body without keeping it: a client that is still sending when its connection closes never sees the
 * response.
 */
export async function discardRest(body: ReadableStream<Uint8Array>): Promise<void> {
  if (body.locked) return;
  let discarded = 0;
  try {
    for await (const chunk of readChunks(body)) {
      discarded += chunk.length;
      if (discarded > MOST_DISCARDED) return;
    }
  } catch {
    // The client has disconnected, and needs no response.
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

/** Inflates on demand only, so that a small input cannot fill the memory. */
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
