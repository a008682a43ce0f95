// Serves a fetch: reads the whole request, then sends the pack on demand.
import { GitError } from "../git-error.ts";
import { pullStream } from "../pack/pull-stream.ts";
import { dataPacket, PacketReader } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { runCommand } from "./commands.ts";
import { fetchStateless } from "./stateless-fetch.ts";

/** Bytes of a request, with all wants and haves. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Characters of an error message in a response. */
const MOST_TEXT = 1000;

/**
 * The response to `POST git-upload-pack`. Errors in the request are reported in the response, as git does.
 *
 * @param body body of the request, decompressed
 */
export async function uploadPack(
  repository: Repository,
  body: AsyncIterable<Uint8Array>,
  version: 0 | 1 | 2,
): Promise<ReadableStream<Uint8Array>> {
  const packets = new PacketReader(body, MOST_BYTES);
  try {
    return pullStream(await (version === 2 ? runCommand : fetchStateless)(repository, packets));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return pullStream([dataPacket(`ERR ${error.message.slice(0, MOST_TEXT)}`)]);
  } finally {
    await packets.cancel();
  }
}
