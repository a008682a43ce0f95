// Gives another repository of this server what it lacks of some commits.
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
 * A thin pack, made as it is read.
 *
 * @param wants commits that are here
 * @param haves commits that the other has with all that they reach; it may be that none of them is here
 */
export async function packFor(
  repository: Repository,
  wants: readonly Oid[],
  haves: readonly Oid[],
): Promise<ReadableStream<Uint8Array>> {
  const negotiation = new Negotiation(repository);
  await inSlices(negotiation.known(haves));
  const common = [...negotiation.common.values()];
  const lack = {
    wants: await inSlices(findWants(repository, wants)),
    common,
    shallowness: notShallow,
    includeTag: false,
  };
  const { count, objects } = await inSlices(outgoingObjects(repository, lack, true));
  return byteStream(writePack(count, objects));
}
