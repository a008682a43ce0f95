// Answers a fetch: what the client has and wants is read to its end, then the pack goes out as it is taken.
import { GitError } from "../git-error.ts";
import { pullStream } from "../pack/pull-stream.ts";
import { dataPacket, PacketReader } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { answerCommand } from "./commands.ts";
import { answerFetch } from "./stateless-fetch.ts";

/** Of a request, which names all that a client wants and has. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Of an error that is told. */
const MOST_TEXT = 1000;

/**
 * The answer to `POST git-upload-pack`. What is wrong with the request is told in the answer, as git tells it.
 *
 * @param body the request's, decompressed
 */
export async function uploadPack(
  repository: Repository,
  body: AsyncIterable<Uint8Array>,
  version: 0 | 1 | 2,
): Promise<ReadableStream<Uint8Array>> {
  const packets = new PacketReader(body, MOST_BYTES);
  try {
    return pullStream(await (version === 2 ? answerCommand : answerFetch)(repository, packets));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return pullStream([dataPacket(`ERR ${error.message.slice(0, MOST_TEXT)}`)]);
  } finally {
    await packets.cancel();
  }
}
