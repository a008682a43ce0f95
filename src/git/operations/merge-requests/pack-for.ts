// Sends another repository of the server the objects it lacks for some commits.
import { byteStream } from "../../archive/byte-stream.ts";
import type { Oid } from "../../objects/oid.ts";
import { writePack } from "../../pack/write-pack.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { Negotiation } from "../../transport/negotiation.ts";
import { outgoingObjects } from "../../transport/outgoing-objects.ts";
import { findWants } from "../../transport/wants.ts";

const notShallow = { before: new Set<number>(), after: new Set<number>(), unshallowed: [], packets: [] };

/**
 * A thin pack, made while it is read.
 *
 * @param wants existing commits
 * @param haves commits that the receiver has, including their ancestors; they need not exist here
 */
export async function packFor(
  repository: Repository,
  wants: readonly Oid[],
  haves: readonly Oid[],
): Promise<ReadableStream<Uint8Array>> {
  const negotiation = new Negotiation(repository);
  await inSlices(negotiation.known(haves));
  const common = [...negotiation.common.values()];
  const scope = {
    wants: await inSlices(findWants(repository, wants)),
    common,
    shallowness: notShallow,
    includeTag: false,
  };
  const { count, objects } = await inSlices(outgoingObjects(repository, scope, true));
  return byteStream(writePack(count, objects));
}
