// Objects in memory for our merges, and the same objects in a real repository as git's reference.
import { createHash } from "node:crypto";
import type { GraphCommit } from "../../../src/git/history/commit-graph.ts";
import type { MergeStore } from "../../../src/git/merge/pending-objects.ts";
import { parseCommitLinks } from "../../../src/git/objects/commit.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { emptyTreeOid, type Oid } from "../../../src/git/objects/oid.ts";
import { fileMode, parseTree, serialiseTree, type TreeEntry } from "../../../src/git/objects/tree.ts";
import { BRANCHES } from "../../../src/git/repository/ref-store.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";
import { GitFolder } from "../git-folder.ts";
import { ListedGraph } from "../history/commits.ts";
import { stored } from "../pack/stored.ts";

const packTypes = { commit: 1, tree: 2, blob: 3 } as const;

type StoredType = keyof typeof packTypes;

export type File = { readonly mode: number } & (
  | { readonly content: Uint8Array | string }
  /** Of a submodule. */
  | { readonly oid: Oid }
);

/** By path, as Latin-1 (one character per byte of the path). */
export type Files = ReadonlyMap<string, File>;

export type GitMerge =
  | { readonly kind: "merged"; readonly tree: Oid }
  | { readonly kind: "conflicts"; readonly text: string }
  | { readonly kind: "crashed" };

export class MergeRepository implements MergeStore {
  /** Number of objects read so far. */
  readonly reads = { trees: 0, blobs: 0 };
  readonly #objects = new Map<Oid, { type: StoredType; content: Uint8Array }>();
  readonly #unpacked = new Set<Oid>();
  readonly #commits = new Map<Oid, GraphCommit>();
  readonly #folder = new GitFolder("--bare");

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  get size(): number {
    return this.#objects.size;
  }

  get commits(): number {
    return this.#commits.size;
  }

  /** The number of commits before this one. */
  idOf(commit: Oid): number {
    const known = this.#commits.get(commit);
    if (known === undefined) throw new Error(`The commit ${commit} does not exist`);
    return known.id;
  }

  /** The graph of all commits so far. */
  graph(): ListedGraph {
    return new ListedGraph([...this.#commits.values()]);
  }

  tree(oid: Oid): TreeEntry[] {
    this.reads.trees++;
    return parseTree(this.#content(oid));
  }

  blob(oid: Oid): Uint8Array {
    this.reads.blobs++;
    return this.#content(oid);
  }

  blobSize(oid: Oid): number {
    return this.#content(oid).length;
  }

  has(oid: Oid): boolean {
    return this.#objects.has(oid);
  }

  add(type: StoredType, content: Uint8Array | string): Oid {
    const bytes = Buffer.from(content);
    const oid = hashObject(type, bytes);
    if (!this.#objects.has(oid)) this.#unpacked.add(oid);
    this.#objects.set(oid, { type, content: bytes });
    return oid;
  }

  addFiles(files: Files): Oid {
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

  /** @param time in seconds; by default a minute after the previous commit */
  commit(files: Files | Oid, parents: readonly Oid[], time = 1_500_000_000 + this.#commits.size * 60): Oid {
    const tree = typeof files === "string" ? files : this.addFiles(files);
    const ident = `Someone <some@one> ${time} +0000`;
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${ident}`,
      `committer ${ident}`,
    ];
    // The number distinguishes it from other commits with the same tree.
    const oid = this.add("commit", `${lines.join("\n")}\n\n${this.#commits.size}\n`);
    const ids = parents.map((parent) => this.#commits.get(parent)?.id ?? -1);
    this.#commits.set(oid, { id: this.#commits.size, oid, tree, parents: ids, time });
    return oid;
  }

  treeOf(commit: Oid): Oid {
    return this.#commits.get(commit)?.tree ?? emptyTreeOid;
  }

  /** Results of `git merge-tree` for many pairs of commits, in few processes. */
  mergeAll(pairs: readonly (readonly [ours: Oid, theirs: Oid])[]): GitMerge[] {
    this.#pack();
    const lines = pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join("");
    const { status, stdout } = this.#folder.try(["merge-tree", "--write-tree", "--stdin"], lines);
    if (status === 0) return parseMerges(stdout.toString("latin1"));
    if (pairs.length === 1) return [{ kind: "crashed" }];
    const half = pairs.length >> 1;
    return [...this.mergeAll(pairs.slice(0, half)), ...this.mergeAll(pairs.slice(half))];
  }

  git(args: readonly string[], input: Uint8Array | string = ""): Buffer {
    this.#pack();
    return this.#folder.git(args, input);
  }

  mergeBasesOf(pairs: readonly (readonly [ours: Oid, theirs: Oid])[]): Oid[][] {
    this.#pack();
    return this.#folder.mergeBasesOf(pairs);
  }

  /** A repository of ours with these objects and branches. */
  withBranches(branches: ReadonlyMap<string, Oid>): Repository {
    const repository = openRepository();
    const { objects, commits, refs } = repository;
    repository.sql.transaction(() => {
      for (const { type, content } of this.#objects.values()) objects.add(type, content);
      for (const oid of this.#commits.keys()) commits.add(oid, parseCommitLinks(this.#content(oid)));
      for (const [name, oid] of branches) refs.set({ name: BRANCHES + name, oid, peeled: null });
    });
    return repository;
  }

  #content(oid: Oid): Uint8Array {
    const object = this.#objects.get(oid);
    if (object === undefined) throw new Error(`The object ${oid} does not exist`);
    return object.content;
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
    this.#folder.git(["index-pack", "--stdin"], Buffer.concat([pack, createHash("sha1").update(pack).digest()]));
  }
}

function packHeader(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 127);
  }
  return Uint8Array.from(bytes);
}

/**
 * For each merge: status and tree; with conflicts also files and messages, each list ended by an empty field.
 */
function parseMerges(output: string): GitMerge[] {
  const merges: GitMerge[] = [];
  const fields = output.split("\0");
  for (let at = 0; at < fields.length - 1; at++) {
    const [status, tree = ""] = [fields[at], fields[at + 1]];
    at += 2;
    if (status === "1") {
      merges.push({ kind: "merged", tree });
      continue;
    }
    while (fields[at] !== "") at++;
    const start = ++at;
    // The end of the messages may be advice on submodules.
    while (/^\d+$/.test(fields[at] ?? "")) at += 3 + Number(fields[at]);
    merges.push({ kind: "conflicts", text: fields.slice(start, at).join(" ") });
  }
  return merges;
}
