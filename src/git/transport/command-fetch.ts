// The command `fetch` of protocol version 2: one round of negotiation, and the pack after the last round.
import type { Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { dataPacket, delimiterPacket, flushPacket } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";
import { FetchLines, type FetchRequest, oidArgument, unexpectedLine } from "./fetch-request.ts";
import { Negotiation } from "./negotiation.ts";
import { outgoingObjects } from "./outgoing-objects.ts";
import { sendPack, withPrefix } from "./send-pack.ts";
import { shallowness } from "./shallow.ts";
import { commitsOf, findWants } from "./wants.ts";

interface CommandRequest extends FetchRequest {
  readonly haves: ReadonlySet<Oid>;
  readonly isDone: boolean;
  /** The client decides when the negotiation ends. */
  readonly waitForDone: boolean;
}

/** @throws GitError */
export const fetch = (repository: Repository, lines: readonly string[]): Promise<Iterable<Uint8Array>> =>
  inSlices(respond(repository, lines));

function* respond(repository: Repository, lines: readonly string[]): Work<Iterable<Uint8Array>> {
  const request = readRequest(lines);
  const { haves, isDone, waitForDone, isThin, includeTag, sideband } = request;
  if (request.wants.size === 0 && !waitForDone) return [];
  const wants = yield* findWants(repository, request.wants);
  const negotiation = new Negotiation(repository);
  const acknowledged = yield* negotiation.known(haves);
  const response: Uint8Array[] = [];
  if (haves.size > 0 && !isDone) {
    const isReady = !waitForDone && (yield* negotiation.isReady(commitsOf(wants)));
    response.push(...acknowledgments(acknowledged, isReady));
    if (!isReady) return response;
  }
  if (wants.length === 0) return [flushPacket()];
  const ends = yield* shallowness(repository, commitsOf(wants), request);
  if (request.deepening !== null || request.shallows.size > 0) {
    response.push(dataPacket("shallow-info\n"), ...ends.packets, delimiterPacket());
  }
  response.push(dataPacket("packfile\n"));
  const scope = { wants, common: [...negotiation.common.values()], shallowness: ends, includeTag };
  return withPrefix(response, sendPack(yield* outgoingObjects(repository, scope, isThin), sideband));
}

const acknowledgments = (common: readonly Oid[], isReady: boolean): Uint8Array[] => [
  dataPacket("acknowledgments\n"),
  ...(common.length === 0 ? ["NAK"] : common.map((oid) => `ACK ${oid}`)).map((line) => dataPacket(`${line}\n`)),
  ...(isReady ? [dataPacket("ready\n"), delimiterPacket()] : [flushPacket()]),
];

function readRequest(lines: readonly string[]): CommandRequest {
  const common = new FetchLines();
  const haves = new Set<Oid>();
  const given = new Set<string>();
  for (const line of lines) {
    if (switches.has(line)) given.add(line);
    else if (line.startsWith(HAVE)) haves.add(oidArgument(line, line.slice(HAVE.length)));
    else if (!common.take(line)) throw unexpectedLine(line);
  }
  const { wants, shallows } = common;
  return {
    wants,
    shallows,
    deepening: common.deepening(given.has("deepen-relative")),
    isThin: given.has("thin-pack"),
    includeTag: given.has("include-tag"),
    sideband: "side-band-64k",
    haves,
    isDone: given.has("done"),
    waitForDone: given.has("wait-for-done"),
  };
}

const HAVE = "have ";
const switches: ReadonlySet<string> = new Set([
  "done",
  "thin-pack",
  "no-progress",
  "include-tag",
  "ofs-delta",
  "deepen-relative",
  "wait-for-done",
]);
