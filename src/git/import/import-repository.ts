// Imports a repository from another server, in attempts that the embedder's alarm starts. Nothing is visible before an
// attempt has succeeded: one transaction then adds the objects, sets the refs and ends the import.
import { GitError } from "../git-error.ts";
import type { RefName } from "../refs/ref-name.ts";
import { IncomingPush } from "../repository/incoming-push.ts";
import { BRANCHES, type Ref } from "../repository/ref-store.ts";
import type { RefTarget } from "../repository/ref-targets.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";
import { chooseRefs } from "./choose-refs.ts";
import { ImportError, interrupted, refused } from "./import-error.ts";
import { type ImportSource, type Network, Remote, type RemoteLimits, remoteLimits } from "./remote.ts";
import { requestPack } from "./remote-pack.ts";
import { listRemoteRefs, notGit, type RemoteRef } from "./remote-refs.ts";

interface ImportState {
  /** Counted when an attempt begins, so that one that kills its process counts, too. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
}

export interface ImportOptions {
  /** Null if it is not known any more. */
  source(): Promise<(ImportSource & { readonly network: Network }) | null>;
  /** Called when the outbox has news before a long request. */
  announce(): Promise<void>;
  readonly limits?: RemoteLimits;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Milliseconds before the second attempt, the third and so on; after the last one fails, so does the import. */
const pauses = [5_000, 60_000, 300_000];
const MOST_ATTEMPTS = pauses.length + 1;

/** The repository must be empty. Soon after, call {@link continueImport}. */
export function scheduleImport(repository: Repository): void {
  setState(repository, { attempts: 0, notBefore: 0 });
  repository.wake();
}

export const isImporting = (repository: Repository): boolean => stateOf(repository) !== null;

function stateOf({ settings }: Repository): ImportState | null {
  const state = settings.get("import");
  return state === null ? null : JSON.parse(state);
}

const setState = ({ settings }: Repository, state: ImportState): void => settings.set("import", JSON.stringify(state));

/**
 * Makes an attempt if one is due. What interrupts it may be anything: the next call starts again, a bounded number of
 * times. Call it once at a time. Errors of `source` pass through and count as no attempt.
 *
 * @returns milliseconds until the next call; null when there is no import, or none any more
 */
export async function continueImport(repository: Repository, options: ImportOptions): Promise<number | null> {
  const state = stateOf(repository);
  if (state === null) return null;
  const now = options.clock();
  if (now < state.notBefore) return state.notBefore - now;
  const source = await options.source();
  if (source === null) return fail(repository, "The address to import from is not known any more.");
  const attempts = state.attempts + 1;
  if (attempts > MOST_ATTEMPTS) return fail(repository, `The import was interrupted ${MOST_ATTEMPTS} times.`);
  repository.sql.transaction(() => {
    setState(repository, { attempts, notBefore: 0 });
    if (attempts === 1) repository.outbox.add({ kind: "import", status: "started" });
    repository.wake();
  });
  await options.announce();
  try {
    await attempt(repository, new Remote(source, source.network, options.limits ?? remoteLimits));
    return null;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const pause = error.canRetry ? pauses[attempts - 1] : undefined;
    if (pause === undefined) return fail(repository, error.message);
    setState(repository, { attempts, notBefore: options.clock() + pause });
    return pause;
  }
}

function fail(repository: Repository, error: string): null {
  repository.sql.transaction(() => {
    repository.settings.delete("import");
    repository.outbox.add({ kind: "import", status: "failed", error });
  });
  return null;
}

/** @throws ImportError */
async function attempt(repository: Repository, remote: Remote): Promise<void> {
  try {
    await importFrom(repository, remote);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (remote.hasEnded) throw interrupted("The response of the server is cut off or damaged.");
    throw error.problem === "protocol" ? notGit() : refused(`${NOT_ACCEPTED}: ${error.message}`);
  } finally {
    remote.close();
  }
}

/** Errors of packs speak of pushes. */
const NOT_ACCEPTED = "What the server sent would be refused as a push";

async function importFrom(repository: Repository, remote: Remote): Promise<void> {
  const remoteRefs = await listRemoteRefs(remote);
  const chosen = chooseRefs(remoteRefs);
  const wants = [...new Set(chosen.refs.map(({ oid }) => oid))];
  if (wants.length === 0) return accept(repository, [], null, null);
  const incoming = IncomingPush.begin(repository);
  let isAccepted = false;
  try {
    await incoming.receive(await requestPack(remote, remoteRefs, wants));
    const targets = await inSlices(incoming.findTargets(wants));
    const refs = chosen.refs.map((ref) => checkedRef(ref, targets.get(ref.oid)));
    accept(repository, refs, chosen.head, incoming);
    isAccepted = true;
  } finally {
    if (!isAccepted) incoming.abandon();
  }
}

/** @throws GitError for a ref whose object the pack does not have, and for a branch that is no commit */
function checkedRef({ name, oid }: RemoteRef, target: RefTarget | undefined): Ref {
  if (target === undefined) throw new GitError("pack", `the object ${oid} is missing`);
  if (name.startsWith(BRANCHES) && target.type !== "commit") {
    throw new GitError("pack", `a branch must be a commit, and ${oid} is a ${target.type}`);
  }
  return { name, oid, peeled: target.peeled };
}

function accept(
  repository: Repository,
  refs: readonly Ref[],
  head: RefName | null,
  incoming: IncomingPush | null,
): void {
  const { sql, settings, outbox, protectedBranches } = repository;
  try {
    sql.transaction(() => {
      incoming?.accept();
      repository.refs.setAll(refs);
      if (head !== null) {
        repository.refs.setHead(head);
        protectedBranches.protect(head.slice(BRANCHES.length), { developersCanPush: false, developersCanMerge: false });
      }
      settings.delete("import");
      outbox.add({ kind: "import", status: "finished", defaultBranch: repository.refs.defaultBranch });
    });
  } catch (error) {
    repository.commits.forget();
    repository.objects.forget();
    throw error;
  }
}
