// Makes a new repository a copy of another: the refs at once, then the objects page by page, so that an interrupted
// copy can be resumed.
import type {
  CommitCopy,
  CopySnapshot,
  ObjectCopy,
  PackCopy,
  PackRowCopy,
  PackRowPlace,
} from "../operations/copy-source.ts";
import { BRANCHES } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

/** The repository to copy. */
export interface CopySource {
  begin(): Promise<CopySnapshot>;
  objects(of: CopySnapshot, after: number): Promise<ObjectCopy[]>;
  packRows(of: CopySnapshot, after: PackRowPlace): Promise<PackRowCopy[]>;
  commits(of: CopySnapshot, after: number): Promise<CommitCopy[]>;
  end(): Promise<void>;
}

interface CopyState {
  readonly sourceId: number;
  readonly snapshot: Omit<CopySnapshot, "refs" | "head">;
  readonly afterObject: number;
  readonly afterCommit: number;
  /** Absent in copies that older versions began. */
  readonly afterPackRow?: PackRowPlace;
}

interface CopyPage {
  readonly objects?: readonly ObjectCopy[];
  readonly packRows?: readonly PackRowCopy[];
  readonly commits?: readonly CommitCopy[];
}

/** Copies the refs of the source. They stay invisible until {@link finishCopy} is done. */
export async function startCopy(repository: Repository, sourceId: number, source: CopySource): Promise<void> {
  const { refs, head, ...snapshot } = await source.begin();
  repository.sql.transaction(() => {
    for (const ref of refs) repository.refs.set(ref);
    for (const pack of snapshot.packs ?? []) addPack(repository, pack);
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
    const page = await nextPage(state, source);
    if (page === null) {
      repository.sql.transaction(() => end(repository));
      await source.end();
      return;
    }
    addPage(repository, state, page);
  }
}

/** Null once everything is copied. */
async function nextPage(state: CopyState, source: CopySource): Promise<CopyPage | null> {
  const of = { ...state.snapshot, refs: [], head: null };
  const objects = await source.objects(of, state.afterObject);
  if (objects.length > 0) return { objects };
  const packRows = of.packs === undefined ? [] : await source.packRows(of, state.afterPackRow ?? { pack: 0, seq: 0 });
  if (packRows.length > 0) return { packRows };
  const commits = await source.commits(of, state.afterCommit);
  return commits.length > 0 ? { commits } : null;
}

function addPage(
  repository: Repository,
  state: CopyState,
  { objects = [], packRows = [], commits = [] }: CopyPage,
): void {
  const { sql, settings } = repository;
  sql.transaction(() => {
    for (const object of objects) addObject(repository, object);
    for (const { pack, seq, first, data } of packRows) {
      sql.run("insert into pack_rows values (?, ?, ?, ?)", pack, seq, first, bytes(data));
    }
    for (const { id, oid, tree, parents, time } of commits) {
      sql.run("insert into commits values (?, ?, ?, ?, ?)", id, bytes(oid), bytes(tree), parents, time);
    }
    const afterObject = objects.at(-1)?.id ?? state.afterObject;
    const afterCommit = commits.at(-1)?.id ?? state.afterCommit;
    const last = packRows.at(-1);
    const afterPackRow = last === undefined ? state.afterPackRow : { pack: last.pack, seq: last.seq };
    settings.set("copy", JSON.stringify({ ...state, afterObject, afterCommit, afterPackRow }));
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

/** Its rows follow. Like the other objects of the copy it belongs to no push. */
function addPack({ sql }: Repository, { id, objects, tags, has_gaps }: PackCopy): void {
  sql.run("insert into packs values (?, 0, ?, ?, ?)", id, objects, tags, has_gaps);
}

function end({ settings, outbox, refs, objects }: Repository): void {
  objects.forget();
  settings.delete("copy");
  outbox.add({ kind: "copied", defaultBranch: refs.defaultBranch });
}
