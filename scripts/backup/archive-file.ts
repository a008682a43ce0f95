// The file of an archive. Members are appended: the data first, then the header before it, so that a member that has a
// header is complete. docs/backup.md describes what the members are.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { BLOCK, END, padding, parseTarHeader, tarHeader } from "./tar.ts";

export interface Member {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Position of its first byte in the file. */
  readonly at: number;
}

const CHUNK = 1024 * 1024;

export class ArchiveFile {
  readonly #file: FileHandle;
  readonly #members = new Map<string, Member>();
  /** Where the next member begins. */
  #end = 0;
  /** Two members have the same name. */
  #repeated: string | null = null;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file and finds its members, up to the first block that is no header. @param mode `a` creates and writes it */
  static async open(path: string, mode: "r" | "a"): Promise<ArchiveFile> {
    // For its owner only: an archive has hashes of tokens, secrets of hooks, and everything that is private.
    const archive = new ArchiveFile(await open(path, mode === "r" ? "r" : await modeFor(path), 0o600));
    await archive.#scan();
    // Data of an unfinished member, which must not be taken for a member later.
    if (mode === "a") await archive.#file.truncate(archive.#end);
    return archive;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** In the order of the file. */
  get members(): Member[] {
    return [...this.#members.values()];
  }

  get repeated(): string | null {
    return this.#repeated;
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** True if the file ends with its last member and the two blocks that end a tar file. */
  async isComplete(): Promise<boolean> {
    const { size } = await this.#file.stat();
    return size === this.#end + END.length && (await this.#bytes(this.#end, END.length)).every((byte) => byte === 0);
  }

  async #scan(): Promise<void> {
    const { size } = await this.#file.stat();
    for (;;) {
      const header = parseTarHeader(await this.#bytes(this.#end, BLOCK));
      if (header === null || Number.isNaN(header.size)) return;
      const after = this.#end + BLOCK + header.size + padding(header.size);
      if (after > size) return;
      if (this.#members.has(header.name)) this.#repeated ??= header.name;
      this.#members.set(header.name, { ...header, at: this.#end + BLOCK });
      this.#end = after;
    }
  }

  async #bytes(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }

  /** Null for a member that is not there. For members that fit into memory. */
  async read(name: string): Promise<string | null> {
    const member = this.#members.get(name);
    return member === undefined ? null : (await this.#bytes(member.at, member.size)).toString("utf8");
  }

  async *stream({ at, size }: Member, from = 0): AsyncGenerator<Buffer, void, undefined> {
    for (let done = from; done < size; ) {
      const chunk = await this.#bytes(at + done, Math.min(CHUNK, size - done));
      if (chunk.length === 0) return;
      done += chunk.length;
      yield chunk;
    }
  }

  /** SHA-256 in hexadecimal digits. */
  async hash(member: Member): Promise<string> {
    const hash = createHash("sha256");
    for await (const chunk of this.stream(member)) hash.update(chunk);
    return hash.digest("hex");
  }

  async append(name: string, content: string | AsyncIterable<Uint8Array>): Promise<Member> {
    const at = this.#end + BLOCK;
    let size = 0;
    for await (const chunk of typeof content === "string" ? [Buffer.from(content)] : content) {
      await this.#file.write(chunk, 0, chunk.length, at + size);
      size += chunk.length;
    }
    await this.#file.write(Buffer.alloc(padding(size)), 0, padding(size), at + size);
    await this.#file.datasync();
    await this.#file.write(tarHeader(name, size), 0, BLOCK, this.#end);
    const member = { name, size, at };
    this.#members.set(name, member);
    this.#end = at + size + padding(size);
    return member;
  }

  /** Removes the last member. */
  async dropLast(): Promise<void> {
    const last = this.members.at(-1);
    if (last === undefined) return;
    this.#members.delete(last.name);
    this.#end = last.at - BLOCK;
    await this.#file.truncate(this.#end);
  }

  /** Writes the end of the tar file, and waits until all of it is on the disk. */
  async finish(): Promise<void> {
    await this.#file.write(END, 0, END.length, this.#end);
    await this.#file.truncate(this.#end + END.length);
    await this.#file.sync();
  }
}

/** `a` itself would write at the end only. */
async function modeFor(path: string): Promise<"r+" | "w+"> {
  try {
    await (await open(path, "r")).close();
    return "r+";
  } catch {
    return "w+";
  }
}
