// Fetches in protocol versions 0 and 1, with one request per round: the client repeats the common commits each time.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { dataPacket, flushPacket, lineText, type PacketReader } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices, pause } from "../slices.ts";
import {
  FetchLines,
  type FetchRequest,
  MOST_LINES,
  oidArgument,
  tooManyLines,
  unexpectedLine,
} from "./fetch-request.ts";
import { Negotiation } from "./negotiation.ts";
import { outgoingObjects } from "./outgoing-objects.ts";
import { sendPack, withPrefix } from "./send-pack.ts";
import { shallowness } from "./shallow.ts";
import { commitsOf, findWants, type Want } from "./wants.ts";

/** The way common commits are acknowledged: only the first, each, or each with its status. */
type Acknowledging = "first" | "each" | "detailed";

interface StatelessRequest extends FetchRequest {
  readonly acknowledging: Acknowledging;
  /** The pack may follow as soon as enough is known, without `done` from the client. */
  readonly noDone: boolean;
}

/** @throws GitError */
export async function fetchStateless(repository: Repository, packets: PacketReader): Promise<Iterable<Uint8Array>> {
  const request = await readRequest(packets);
  if (request === null) return [];
  const wants = await inSlices(findWants(repository, request.wants));
  const ends = await inSlices(shallowness(repository, commitsOf(wants), request));
  const shallowInfo = request.deepening === null ? [] : [...ends.packets, flushPacket()];
  const rounds = new Rounds(repository, request, wants);
  const isDone = await rounds.run(packets);
  const response = [...shallowInfo, ...rounds.lines];
  if (!isDone) return response;
  const { isThin, includeTag, sideband } = request;
  const scope = { wants, common: rounds.common, shallowness: ends, includeTag };
  const outgoing = await inSlices(outgoingObjects(repository, scope, isThin));
  return withPrefix(response, sendPack(outgoing, sideband));
}

/** Null without any wants. */
async function readRequest(packets: PacketReader): Promise<StatelessRequest | null> {
  const lines = new FetchLines();
  let capabilities: ReadonlySet<string> = new Set();
  let count = 0;
  for (let packet = await packets.read(); packet?.kind === "data"; packet = await packets.read()) {
    const text = lineText(packet.data);
    const [, line = text, words] = (lines.wants.size === 0 && /^(want \S*)(?: (.*))?$/.exec(text)) || [];
    if (words !== undefined) capabilities = new Set(words.split(" "));
    if (!lines.take(line)) throw unexpectedLine(line);
    if (++count > MOST_LINES) throw tooManyLines();
  }
  if (lines.wants.size === 0) return null;
  const { wants, shallows } = lines;
  return {
    wants,
    shallows,
    deepening: lines.deepening(capabilities.has("deepen-relative")),
    isThin: capabilities.has("thin-pack"),
    includeTag: capabilities.has("include-tag"),
    sideband: sidebandOf(capabilities),
    acknowledging: acknowledgingOf(capabilities),
    noDone: capabilities.has("no-done"),
  };
}

function sidebandOf(capabilities: ReadonlySet<string>): FetchRequest["sideband"] {
  if (capabilities.has("side-band-64k")) return "side-band-64k";
  return capabilities.has("side-band") ? "side-band" : null;
}

function acknowledgingOf(capabilities: ReadonlySet<string>): Acknowledging {
  if (capabilities.has("multi_ack_detailed")) return "detailed";
  return capabilities.has("multi_ack") ? "each" : "first";
}

class Rounds {
  readonly lines: Uint8Array[] = [];
  readonly #request: StatelessRequest;
  readonly #wants: readonly Want[];
  readonly #negotiation: Negotiation;
  #last: Oid | null = null;

  constructor(repository: Repository, request: StatelessRequest, wants: readonly Want[]) {
    this.#request = request;
    this.#wants = wants;
    this.#negotiation = new Negotiation(repository);
  }

  get common() {
    return [...this.#negotiation.common.values()];
  }

  /** @returns true if the pack follows */
  async run(packets: PacketReader): Promise<boolean> {
    const first = await packets.read();
    // A client that deepens first requests only the new ends.
    if (first === null) return false;
    const budget = unlimited();
    let count = 0;
    for (let packet: typeof first | null = first; packet?.kind === "data"; packet = await packets.read()) {
      if (++count > MOST_LINES) throw tooManyLines();
      budget.spend(3 * cost.row);
      if (budget.endsSlice()) await pause();
      const line = lineText(packet.data);
      if (line === "done") return this.#done();
      if (!line.startsWith(HAVE)) throw unexpectedLine(line);
      this.#have(oidArgument(line, line.slice(HAVE.length)));
    }
    return await inSlices(this.#roundEnds());
  }

  #have(oid: Oid): void {
    if (!this.#negotiation.has(oid)) return;
    const { acknowledging } = this.#request;
    if (acknowledging === "detailed") this.#write(`ACK ${oid} common`);
    else if (acknowledging === "each") this.#write(`ACK ${oid} continue`);
    else if (this.#last === null) this.#write(`ACK ${oid}`);
    this.#last = oid;
  }

  #done(): true {
    if (this.#last === null) this.#write("NAK");
    else if (this.#request.acknowledging !== "first") this.#write(`ACK ${this.#last}`);
    return true;
  }

  *#roundEnds(): Work<boolean> {
    const { acknowledging, noDone } = this.#request;
    const isReady = acknowledging === "detailed" && (yield* this.#negotiation.isReady(commitsOf(this.#wants)));
    if (isReady) this.#write(`ACK ${this.#last} ready`);
    if (this.#last === null || acknowledging !== "first") this.#write("NAK");
    if (isReady && noDone) this.#write(`ACK ${this.#last}`);
    return isReady && noDone;
  }

  #write(line: string): void {
    this.lines.push(dataPacket(`${line}\n`));
  }
}

const HAVE = "have ";
