// Builds commits in this process and pushes them in one request, which saves a dozen git processes per fixture. The
// commits equal those that git makes from the same files (test/runtime/fixtures.test.ts).
import { Buffer } from "node:buffer";
import { byteStringOf } from "../../src/git/objects/byte-string.ts";
import { serialiseCommit } from "../../src/git/objects/commit.ts";
import { hashObject } from "../../src/git/objects/hash.ts";
import type { Ident } from "../../src/git/objects/ident.ts";
import type { Oid } from "../../src/git/objects/oid.ts";
import { fileMode, serialiseTree, type TreeEntry } from "../../src/git/objects/tree.ts";
import { packOf, typeNumbers, wholeEntry } from "../git/pack/pack-bytes.ts";
import type { Caller } from "./api.ts";
import { type Placed, pushPack } from "./wire.ts";

export type { Placed } from "./wire.ts";

/** Content by path. */
export type Contents = Readonly<Record<string, Uint8Array | string>>;

/** Seconds since 1970. Commits are one minute apart, so that their ids are reproducible. */
export const FIRST_COMMIT = 1_500_000_000;
export const MINUTE = 60;
export const author = { name: "A U Thor", email: "author@example.com" };

interface Made {
  readonly oid: Oid;
  readonly files: Contents;
}

export class History {
  readonly #entries = new Map<Oid, Buffer>();
  readonly #branches = new Map<string, Oid>();
  #commits = 0;

  /** Creates a commit with the files of its parent plus `files`. @param by its author and time, if they matter */
  commit(files: Contents, message: string, parent: Made | null = null, by: Partial<Ident> = {}): Made {
    const all = { ...parent?.files, ...files };
    const ident = { ...author, time: FIRST_COMMIT + MINUTE * this.#commits++, timeZone: "+0000", ...by };
    const commit = serialiseCommit({
      tree: this.#tree(Object.entries(all)),
      parents: parent === null ? [] : [parent.oid],
      author: ident,
      committer: ident,
      extraHeaders: [],
      message: `${message}\n`,
    });
    return { oid: this.#add("commit", commit), files: all };
  }

  setBranch(name: string, { oid }: Made): void {
    this.#branches.set(name, oid);
  }

  /** Pushes all branches, which must not exist yet. @throws Error with the server's report if it rejects one */
  async push(pusher: Caller, place: Placed): Promise<void> {
    const updates = [...this.#branches].map(([name, after]) => ({ name: `refs/heads/${name}`, after }));
    await pushPack(pusher, place, updates, packOf([...this.#entries.values()]));
  }

  #tree(files: readonly (readonly [path: string, content: Uint8Array | string])[]): Oid {
    const entries: TreeEntry[] = [];
    const folders = new Map<string, [string, Uint8Array | string][]>();
    for (const [path, content] of files) {
      const [name = "", ...rest] = path.split("/");
      if (rest.length > 0) folders.set(name, [...(folders.get(name) ?? []), [rest.join("/"), content]]);
      else entries.push({ mode: fileMode.regular, name: byteStringOf(name), oid: this.#add("blob", content) });
    }
    for (const [name, inside] of folders) {
      entries.push({ mode: fileMode.tree, name: byteStringOf(name), oid: this.#tree(inside) });
    }
    return this.#add("tree", serialiseTree(entries));
  }

  #add(type: "commit" | "tree" | "blob", content: Uint8Array | string): Oid {
    const oid = hashObject(type, Buffer.from(content));
    if (!this.#entries.has(oid)) this.#entries.set(oid, wholeEntry(content, typeNumbers[type]));
    return oid;
  }
}
