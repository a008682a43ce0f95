// A push request: its commands and capabilities. The pack follows it.
import { Buffer } from "node:buffer";
import { GitError } from "../git-error.ts";
import { isOid, nullOid, type Oid } from "../objects/oid.ts";
import { lineText, type PacketReader } from "../protocol/pkt-line.ts";
import { decodeRefName, type RefName } from "../refs/ref-name.ts";

export interface PushCommand {
  /** As received; the report repeats it. */
  readonly rawName: Uint8Array;
  /** Empty, which is never a ref name, if it is not UTF-8. */
  readonly name: RefName;
  /** Null to create the ref. */
  readonly before: Oid | null;
  /** Null to delete the ref. */
  readonly after: Oid | null;
}

/** Per push, because all refs are moved without a pause. */
const MOST_COMMANDS = 3_000;
/** Bytes before the pack. */
export const MOST_REQUEST_BYTES = 8 * 1024 * 1024;

/** In bytes. A longer name does not fit into one pkt-line of the report together with a reason. */
const LONGEST_NAME = 32 * 1024;

const OID_DIGITS = 40;
const NAME_AT = 2 * (OID_DIGITS + 1);

export class PushRequest {
  /** Empty in a request that only probes the server. */
  readonly commands: PushCommand[] = [];
  capabilities: ReadonlySet<string> = new Set();
  /** The client's clone is shallow. */
  isShallow = false;

  /**
   * Reads up to the start of the pack. On an error, the part that was read is kept for the report.
   *
   * @throws GitError for an invalid request, and for one that is too large
   */
  async read(packets: PacketReader): Promise<void> {
    for (let line = await readLine(packets); line !== null; line = await readLine(packets)) {
      if (startsWith(line, "shallow ")) this.isShallow = true;
      else this.#command(line);
    }
    if (!this.capabilities.has("push-options")) return;
    // Push options are for hooks. There are none here, so any options are accepted.
    while ((await readLine(packets)) !== null);
  }

  #command(line: Uint8Array): void {
    const end = this.commands.length === 0 ? line.indexOf(0) : -1;
    if (end !== -1) this.#setCapabilities(lineText(line.subarray(end + 1)));
    if (startsWith(line, "push-cert")) throw new GitError("protocol", "Signed pushes are not accepted here.");
    if (this.commands.length === MOST_COMMANDS) {
      throw new GitError("limit", `This push changes more than ${MOST_COMMANDS} refs, the most at once.`);
    }
    this.commands.push(commandFrom(end === -1 ? line : line.subarray(0, end)));
  }

  #setCapabilities(capabilities: string): void {
    this.capabilities = new Set(capabilities.split(" "));
    const format = /(?:^| )object-format=(\S+)/.exec(capabilities)?.[1];
    if (format !== undefined && format !== "sha1") {
      throw new GitError("protocol", `Repositories with ${format} object ids are not kept here: SHA-1 only.`);
    }
  }
}

/** Null for a flush and at the end of the request. */
async function readLine(packets: PacketReader): Promise<Uint8Array | null> {
  const packet = await packets.read();
  if (packet === null || packet.kind === "flush") return null;
  if (packet.kind !== "data") throw new GitError("protocol", `protocol error: unexpected ${packet.kind} packet`);
  return packet.data;
}

const startsWith = (line: Uint8Array, text: string): boolean =>
  Buffer.from(line.buffer, line.byteOffset, Math.min(line.length, text.length)).toString("latin1") === text;

function commandFrom(line: Uint8Array): PushCommand {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("latin1");
  const [, before = "", after = "", name = ""] = /^([^ ]+) ([^ ]+) ([^\n]+)\n?$/.exec(text) ?? [];
  if (!isOid(before) || !isOid(after)) {
    throw new GitError("protocol", `protocol error: expected old/new/ref, got ${JSON.stringify(text.slice(0, 200))}`);
  }
  if (name.length > LONGEST_NAME) throw new GitError("limit", `A ref's name has ${name.length} bytes.`);
  const rawName = line.subarray(NAME_AT, NAME_AT + name.length);
  return { rawName, name: decodeRefName(rawName) ?? "", before: present(before), after: present(after) };
}

const present = (oid: Oid): Oid | null => (oid === nullOid ? null : oid);
