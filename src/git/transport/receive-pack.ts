// Receives a push: stores its objects for this push only, then moves its refs and accepts the objects at once.
import { GitError } from "../git-error.ts";
import { PacketReader } from "../protocol/pkt-line.ts";
import { IncomingPush } from "../repository/incoming-push.ts";
import type { Repository } from "../repository/repository.ts";
import { type RefResult, updateRefs } from "../repository/update-refs.ts";
import type { Identity } from "./git-request.ts";
import { type PushOutcome, reportFatal, reportPush } from "./push-report.ts";
import { MOST_REQUEST_BYTES, PushRequest } from "./push-request.ts";

/**
 * Returns the report once the refs have moved, or once it is known that none will move.
 *
 * @throws GitError for an error that the report cannot carry
 */
export async function receivePack(
  repository: Repository,
  identity: Identity,
  body: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const packets = new PacketReader(body, MOST_REQUEST_BYTES);
  const request = new PushRequest();
  try {
    await request.read(packets);
    if (request.commands.length === 0) return new Uint8Array(0);
    return reportPush(request, await push(repository, identity, request, packets));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return reportFatal(request, error);
  } finally {
    await packets.cancel();
  }
}

async function push(
  repository: Repository,
  identity: Identity,
  request: PushRequest,
  packets: PacketReader,
): Promise<PushOutcome> {
  const isDeletion = request.commands.every(({ after }) => after === null);
  if (isDeletion) return { problem: null, results: move(repository, identity, request) };
  const incoming = IncomingPush.begin(repository);
  let accepted = false;
  try {
    await incoming.receive(packets.rest());
    const results = move(repository, identity, request, () => incoming.accept());
    accepted = results.some(({ refusal }) => refusal === null);
    return { problem: null, results };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { problem: error, results: [] };
  } finally {
    if (!accepted) incoming.abandon();
  }
}

function move(
  repository: Repository,
  { at, ...pusher }: Identity,
  { commands, capabilities }: PushRequest,
  addObjects?: () => void,
): RefResult[] {
  return updateRefs(repository, {
    pusher,
    at,
    updates: commands,
    atomic: capabilities.has("atomic"),
    via: "push",
    ...(addObjects !== undefined && { addObjects }),
  });
}
