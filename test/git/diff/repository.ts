// Objects in memory for our code, and the same objects in a real repository as git's reference.
import { createHash } from "node:crypto";
import type { ObjectSource } from "../../../src/git/diff/object-source.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode, parseTree, serialiseTree, type TreeEntry } from "../../../src/git/objects/tree.ts";
import { GitFolder } from "../git-folder.ts";
import { stored } from "../pack/stored.ts";

const packTypes = { tree: 2, blob: 3 } as const;

export class Repository {
  readonly #objects = new Map<Oid, { type: keyof typeof packTypes; content: Uint8Array }>();
  readonly #unpacked = new Set<Oid>();
  readonly #folder = new GitFolder("--bare");

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  readonly source: ObjectSource = {
    tree: (oid) => parseTree(this.content(oid)),
    blob: (oid) => this.content(oid),
    blobSize: (oid) => this.content(oid).length,
  };

  content(oid: Oid): Uint8Array {
    const object = this.#objects.get(oid);
    if (object === undefined) throw new Error(`The object ${oid} does not exist`);
    return object.content;
  }

  add(type: keyof typeof packTypes, content: Uint8Array | string): Oid {
    const bytes = Buffer.from(content);
    const oid = hashObject(type, bytes);
    if (!this.#objects.has(oid)) this.#unpacked.add(oid);
    this.#objects.set(oid, { type, content: bytes });
    return oid;
  }

  /** Files by path, as Latin-1 (one character per byte of the path). */
  addFiles(files: ReadonlyMap<string, File>): Oid {
    const entries: TreeEntry[] = [];
    const folders = new Map<string, Map<string, File>>();
    for (const [path, file] of files) {
      const slash = path.indexOf("/");
      if (slash < 0) {
        entries.push({ name: path, mode: file.mode, oid: "oid" in file ? file.oid : this.add("blob", file.content) });
        continue;
      }
      const folder = path.slice(0, slash);
      const inside = folders.get(folder) ?? new Map<string, File>();
      folders.set(folder, inside.set(path.slice(slash + 1), file));
    }
    for (const [name, inside] of folders) entries.push({ name, mode: fileMode.tree, oid: this.addFiles(inside) });
    return this.add("tree", serialiseTree(entries));
  }

  git(args: readonly string[], input: Uint8Array | string = ""): Buffer {
    return this.#folder.git(args, input);
  }

  diff(a: Oid, b: Oid, ...options: string[]): Buffer {
    this.#pack();
    return this.git(["diff", ...options, a, b]);
  }

  /** Output of `git diff-tree` for many pairs of trees, in one process. */
  diffAll(pairs: readonly (readonly [a: Oid, b: Oid])[], ...options: string[]): Buffer[] {
    this.#pack();
    const out = this.git(["diff-tree", "--stdin", "-r", ...options], pairs.map(([a, b]) => `${a} ${b}\n`).join(""));
    let position = 0;
    return pairs.map(([a, b], index) => {
      const start = position + `${a} ${b}\n`.length;
      const next = pairs[index + 1];
      position = next === undefined ? out.length : out.indexOf(`${next[0]} ${next[1]}\n`, start);
      if (position < 0) throw new Error(`git's output lacks ${next}`);
      return out.subarray(start, position);
    });
  }

  /** Sends git the objects that it lacks, in one pack. */
  #pack(): void {
    if (this.#unpacked.size === 0) return;
    const header = Buffer.from("PACK\0\0\0\x02....");
    header.writeUInt32BE(this.#unpacked.size, 8);
    const parts: Uint8Array[] = [header];
    for (const oid of this.#unpacked) {
      const object = this.#objects.get(oid);
      if (object === undefined) continue;
      parts.push(packHeader(packTypes[object.type], object.content.length), stored(object.content));
    }
    this.#unpacked.clear();
    const pack = Buffer.concat(parts);
    this.git(["index-pack", "--stdin"], Buffer.concat([pack, createHash("sha1").update(pack).digest()]));
  }
}

export type File = { readonly mode: number } & (
  | { readonly content: Uint8Array | string }
  /** Of a submodule. */
  | { readonly oid: Oid }
);

function packHeader(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 127);
  }
  return Uint8Array.from(bytes);
}
