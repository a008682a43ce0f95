// What a client wants of a push: its commands, and how it wants to be answered. The pack comes behind it.
import { Buffer } from "node:buffer";
import { GitError } from "../git-error.ts";
import { isOid, nullOid, type Oid } from "../objects/oid.ts";
import { lineText, type PacketReader } from "../protocol/pkt-line.ts";
import { decodeRefName, type RefName } from "../refs/ref-name.ts";

export interface PushCommand {
  /** As it came, to be answered with. */
  readonly rawName: Uint8Array;
  /** Empty, which no ref's name is, for one that is not UTF-8. */
  readonly name: RefName;
  /** Null for a ref that is to be made. */
  readonly before: Oid | null;
  /** Null for a ref that is to be deleted. */
  readonly after: Oid | null;
}

/** So many refs in one push: they move at a stretch. */
const MOST_COMMANDS = 3_000;
/** Of everything that comes before the pack. */
export const MOST_REQUEST_BYTES = 8 * 1024 * 1024;

/** Bytes of a name that an answer, which is one packet, has room for beside the reason why it is refused. */
const LONGEST_NAME = 32 * 1024;

const OID_DIGITS = 40;
const NAME_AT = 2 * (OID_DIGITS + 1);

export class PushRequest {
  /** None in a request that only asks whether somebody answers. */
  readonly commands: PushCommand[] = [];
  capabilities: ReadonlySet<string> = new Set();
  /** The client's clone does not have all that its commits come from. */
  isShallow = false;

  /**
   * Reads up to where the pack begins. When it throws, what has been read is there to answer by.
   *
   * @throws GitError for what is no such request, and for one that is too large
   */
  async read(packets: PacketReader): Promise<void> {
    for (let line = await readLine(packets); line !== null; line = await readLine(packets)) {
      if (startsWith(line, "shallow ")) this.isShallow = true;
      else this.#command(line);
    }
    if (!this.capabilities.has("push-options")) return;
    // They are for hooks, of which there are none: any are welcome.
    while ((await readLine(packets)) !== null);
  }

  #command(line: Uint8Array): void {
    const end = this.commands.length === 0 ? line.indexOf(0) : -1;
    if (end !== -1) this.#agree(lineText(line.subarray(end + 1)));
    if (startsWith(line, "push-cert")) throw new GitError("protocol", "Signed pushes are not accepted here.");
    if (this.commands.length === MOST_COMMANDS) {
      throw new GitError("limit", `This push changes more than ${MOST_COMMANDS} refs, the most at once.`);
    }
    this.commands.push(commandFrom(end === -1 ? line : line.subarray(0, end)));
  }

  #agree(capabilities: string): void {
    this.capabilities = new Set(capabilities.split(" "));
    const format = /(?:^| )object-format=(\S+)/.exec(capabilities)?.[1];
    if (format !== undefined && format !== "sha1") {
      throw new GitError("protocol", `Repositories with ${format} object ids are not kept here: SHA-1 only.`);
    }
  }
}

/** Null for a flush, and where the request ends. */
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
