// Makes a new repository a copy of another: the refs at once, then the objects page by page, so that an interrupted
// copy can be resumed.
import type { CommitCopy, CopySnapshot, ObjectCopy } from "../operations/copy-source.ts";
import { BRANCHES } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

/** The repository to copy. */
export interface CopySource {
  begin(): Promise<CopySnapshot>;
  objects(of: CopySnapshot, after: number): Promise<ObjectCopy[]>;
  commits(of: CopySnapshot, after: number): Promise<CommitCopy[]>;
  end(): Promise<void>;
}

interface CopyState {
  readonly sourceId: number;
  readonly snapshot: Omit<CopySnapshot, "refs" | "head">;
  readonly afterObject: number;
  readonly afterCommit: number;
}

/** Copies the refs of the source. They stay invisible until {@link finishCopy} is done. */
export async function startCopy(repository: Repository, sourceId: number, source: CopySource): Promise<void> {
  const { refs, head, ...snapshot } = await source.begin();
  repository.sql.transaction(() => {
    for (const ref of refs) repository.refs.set(ref);
    if (head !== null) repository.refs.setHead(head);
    if (head !== null) repository.protectedBranches.protect(head.slice(BRANCHES.length), mastersOnly);
    repository.settings.set("copy", JSON.stringify({ sourceId, snapshot, afterObject: 0, afterCommit: 0 }));
  });
}

const mastersOnly = { developersCanPush: false, developersCanMerge: false };

/** The project that is being copied; null once the copy is complete. */
export const copiedFrom = (repository: Repository): number | null => stateOf(repository)?.sourceId ?? null;

function stateOf({ settings }: Repository): CopyState | null {
  const state = settings.get("copy");
  return state === null ? null : JSON.parse(state);
}

/** Copies the remaining pages. */
export async function finishCopy(repository: Repository, source: CopySource): Promise<void> {
  for (let state = stateOf(repository); state !== null; state = stateOf(repository)) {
    const of = { ...state.snapshot, refs: [], head: null };
    const objects = await source.objects(of, state.afterObject);
    const commits = objects.length > 0 ? [] : await source.commits(of, state.afterCommit);
    if (objects.length === 0 && commits.length === 0) {
      repository.sql.transaction(() => end(repository));
      await source.end();
      return;
    }
    addPage(repository, state, objects, commits);
  }
}

function addPage(repository: Repository, state: CopyState, objects: ObjectCopy[], commits: CommitCopy[]): void {
  const { sql, settings } = repository;
  sql.transaction(() => {
    for (const object of objects) addObject(repository, object);
    for (const { id, oid, tree, parents, time } of commits) {
      sql.run("insert into commits values (?, ?, ?, ?, ?)", id, bytes(oid), bytes(tree), parents, time);
    }
    const afterObject = objects.at(-1)?.id ?? state.afterObject;
    const afterCommit = commits.at(-1)?.id ?? state.afterCommit;
    settings.set("copy", JSON.stringify({ ...state, afterObject, afterCommit }));
  });
}

function addObject({ sql }: Repository, object: ObjectCopy): void {
  const { id, oid, type, size, delta_base, delta_size, depth, stored_size, data, chunks } = object;
  sql.run(
    "insert into objects (id, oid, type, size, push, delta_base, delta_size, depth, stored_size, data) values (?, ?, ?, ?, 0, ?, ?, ?, ?, ?)",
    ...[id, bytes(oid), type, size, delta_base && bytes(delta_base), delta_size, depth, stored_size],
    data && bytes(data),
  );
  for (const [seq, chunk] of chunks.entries()) sql.run("insert into chunks values (?, ?, ?)", id, seq, bytes(chunk));
}

const bytes = (buffer: ArrayBuffer) => new Uint8Array(buffer);

function end({ settings, outbox, refs }: Repository): void {
  settings.delete("copy");
  outbox.add({ kind: "copied", defaultBranch: refs.defaultBranch });
}
