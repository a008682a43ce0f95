// A repository of many small commits in a line, which counts its statements.
import { Buffer } from "node:buffer";
import { Sql } from "../../../src/durable-objects/sqlite.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode, serialiseTree } from "../../../src/git/objects/tree.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { MemoryStorage } from "../../support/runtime/storage.ts";

/** A repository with the branch main. Each commit changes the next of the files in turn; only the first has `rare`. */
export interface Line {
  readonly storage: MemoryStorage;
  readonly repository: Repository;
  readonly tip: Oid;
  readonly oids: readonly Oid[];
  statements(): number;
  reopened(): Repository;
}

export const FILES = 20;

/** The lines made so far, shortest first: a longer one continues the longest of them, an equal one is a copy. */
const made: { readonly oids: readonly Oid[]; readonly image: Uint8Array }[] = [];

export function straightLine(commits: number): Line {
  const begun = made.findLast(({ oids }) => oids.length <= commits);
  const storage = new MemoryStorage(begun?.image);
  let count = 0;
  const sql = new Sql({
    ...storage,
    transactionSync: (work) => storage.transactionSync(work),
    sql: {
      databaseSize: 0,
      exec: (query, ...bindings) => {
        count += 1;
        return storage.sql.exec(query, ...bindings);
      },
    },
  });
  const repository = new Repository(sql, () => {});
  const line: Oid[] = [...(begun?.oids ?? [])];
  const first = blobOf(repository, "0\n");
  const files = new Map(["rare", ...Array.from({ length: FILES }, (_, n) => `file${n}`)].map((name) => [name, first]));
  for (let n = 0; n < commits; n += 1) {
    const [isMade, text] = [n < line.length, `${n}\n`];
    if (n > 0) files.set(`file${n % FILES}`, isMade ? hashObject("blob", Buffer.from(text)) : blobOf(repository, text));
    if (!isMade) line.push(addCommit(repository, files, line.slice(-1), n));
  }
  const tip = line.at(-1) ?? "";
  repository.refs.set({ name: "refs/heads/main", oid: tip, peeled: null });
  if (line.length > (made.at(-1)?.oids.length ?? 0)) made.push({ oids: line, image: storage.image() });
  return {
    storage,
    repository,
    oids: line,
    tip,
    statements: () => count,
    reopened: () => new Repository(sql, () => {}),
  };
}

export const blobOf = ({ objects }: Repository, text: string): Oid => objects.add("blob", Buffer.from(text));

/** @param files blobs by their names in the folder `code` */
export function addCommit(
  { objects, commits }: Repository,
  files: ReadonlyMap<string, Oid>,
  parents: Oid[],
  time: number,
) {
  const entries = [...files].map(([name, oid]) => ({ mode: fileMode.regular, name, oid }));
  const code = objects.add("tree", serialiseTree(entries));
  const tree = objects.add("tree", serialiseTree([{ mode: fileMode.tree, name: "code", oid: code }]));
  const ident = `Someone <some@one> ${time} +0000`;
  const lines = [`tree ${tree}`, ...parents.map((oid) => `parent ${oid}`), `author ${ident}`, `committer ${ident}`];
  const oid = objects.add("commit", Buffer.from(`${lines.join("\n")}\n\n${time}\n`));
  commits.add(oid, { tree, parents, time });
  return oid;
}
