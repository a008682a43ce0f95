// Receives a push: stores its objects for this push only, then moves its refs and accepts the objects at once.
import { GitError } from "../git-error.ts";
import { PacketReader } from "../protocol/pkt-line.ts";
import { IncomingPush } from "../repository/incoming-push.ts";
import type { Repository } from "../repository/repository.ts";
import { type RefResult, updateRefs } from "../repository/update-refs.ts";
import type { Identity } from "./git-request.ts";
import { movedBranches, type PostReceive, readsMessages } from "./post-receive.ts";
import { type PushOutcome, reportFatal, reportPush } from "./push-report.ts";
import { MOST_REQUEST_BYTES, PushRequest } from "./push-request.ts";

interface Receiver {
  readonly repository: Repository;
  readonly identity: Identity;
  readonly postReceive: PostReceive;
}

/**
 * Returns the report once the refs have moved, or once it is known that none will move.
 *
 * @throws GitError for an error that the report cannot carry
 */
export async function receivePack(receiver: Receiver, body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const packets = new PacketReader(body, MOST_REQUEST_BYTES);
  const request = new PushRequest();
  try {
    await request.read(packets);
    if (request.commands.length === 0) return new Uint8Array(0);
    return reportPush(request, await push(receiver, request, packets));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return reportFatal(request, error);
  } finally {
    await packets.cancel();
  }
}

async function push(receiver: Receiver, request: PushRequest, packets: PacketReader): Promise<PushOutcome> {
  const { repository, identity } = receiver;
  const isDeletion = request.commands.every(({ after }) => after === null);
  if (isDeletion) return { problem: null, results: move(repository, identity, request), messages: [] };
  const incoming = IncomingPush.begin(repository);
  try {
    await incoming.receive(packets.rest());
    const isFirst = repository.refs.defaultBranch === null;
    const results = move(repository, identity, request, () => incoming.accept());
    const messages = isFirst ? [] : await messagesFor(receiver, request, results);
    return { problem: null, results, messages };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { problem: error, results: [], messages: [] };
  } finally {
    incoming.abandon();
  }
}

async function messagesFor(
  { repository, identity: { userId, at }, postReceive }: Receiver,
  request: PushRequest,
  results: readonly RefResult[],
): Promise<readonly string[]> {
  if (!readsMessages(request)) return [];
  const branches = movedBranches(request.commands, results, repository.refs.defaultBranch);
  return branches.length === 0 ? [] : await postReceive({ userId, at, branches });
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
