// Imports a repository: packs first, then refs and state. No event is recorded, and each step can be repeated.
import { GitError } from "../../git-error.ts";
import { isOid, type Oid } from "../../objects/oid.ts";
import { isRefName, type RefName } from "../../refs/ref-name.ts";
import { IncomingPush } from "../../repository/incoming-push.ts";
import { BRANCHES } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";
import { peeled } from "../../repository/update-refs.ts";
import { discardRest, readBody } from "../../transport/request-body.ts";
import type { RepositoryState } from "./export-repository.ts";

/** Why nothing was imported; null on success. */
export type ImportProblem = string | null;

/** Adds the objects of a pack, which must be complete together with those that are here. The limits are those of a push. */
export async function importObjects(repository: Repository, pack: ReadableStream<Uint8Array>): Promise<ImportProblem> {
  const push = IncomingPush.begin(repository);
  try {
    await push.receive(readBody(pack, null));
    repository.sql.transaction(() => push.accept());
    return null;
  } catch (error) {
    push.abandon();
    if (!(error instanceof GitError)) throw error;
    // A client that is still sending when its connection closes never sees the answer.
    await discardRest(pack);
    return error.message;
  }
}

export interface ImportedRef {
  readonly name: RefName;
  readonly oid: Oid;
}

/**
 * Sets refs of any name, hidden ones included.
 *
 * @param state null while more refs follow
 * @param lastEntry the newest outbox entry that the database has recorded: later entries have higher ids
 */
export function importRefs(
  repository: Repository,
  refs: readonly ImportedRef[],
  state: RepositoryState | null,
  lastEntry: number,
): ImportProblem {
  const bad = refs.find(({ name, oid }) => !isRefName(name) || !name.startsWith("refs/") || !isOid(oid));
  if (bad !== undefined) return `${JSON.stringify(bad.name)} is no name of a ref, or ${JSON.stringify(bad.oid)} no id.`;
  const absent = refs.find(({ oid }) => repository.objects.find(oid) === null);
  if (absent !== undefined) return `The object ${absent.oid} of ${absent.name} does not exist.`;
  if (state !== null && !isSound(state)) return "The state has a name of no branch, or an id of no commit.";
  repository.sql.transaction(() => {
    repository.refs.setAll(refs.map(({ name, oid }) => ({ name, oid, peeled: peeled(repository, oid) })));
    if (state !== null) setState(repository, state, lastEntry);
  });
  return null;
}

/** Names are sent to clients of git as they are. */
const isSound = ({ head, protected_branches, merges }: RepositoryState): boolean =>
  (head === null || isRefName(head)) &&
  protected_branches.every(({ name }) => isRefName(`${BRANCHES}${name}`)) &&
  merges.every(({ commit }) => isOid(commit));

function setState(
  { refs, protectedBranches, merges, sql }: Repository,
  state: RepositoryState,
  lastEntry: number,
): void {
  if (state.head !== null) refs.setHead(state.head);
  for (const { name, developers_can_push, developers_can_merge } of state.protected_branches) {
    protectedBranches.protect(name, {
      developersCanPush: developers_can_push,
      developersCanMerge: developers_can_merge,
    });
  }
  for (const { merge_request_id, commit } of state.merges) {
    if (merges.find(merge_request_id) === null) merges.add(merge_request_id, commit);
  }
  // The table remembers the highest id it ever had.
  if (sql.first("select 1 as one from outbox where id >= ?", lastEntry) !== null || lastEntry === 0) return;
  sql.run("insert into outbox (id, event) values (?, '')", lastEntry);
  sql.run("delete from outbox where id = ?", lastEntry);
}
