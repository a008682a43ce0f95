// Fetches commits from another repository of the server, with all of their objects.
import type { Oid } from "../../objects/oid.ts";
import { type PackLimits, pushLimits } from "../../pack/limits.ts";
import { IncomingPush } from "../../repository/incoming-push.ts";
import type { OtherRepository } from "../../repository/other-repositories.ts";
import { BRANCHES } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";
import { readBody } from "../../transport/request-body.ts";
import { branchTip, type Proposal, type Source } from "./proposal.ts";

/** Above the limits of a push: a fork may have received the objects in many pushes. */
const limits: PackLimits = { ...pushLimits, objects: 1_000_000, packBytes: 1024 * 1024 * 1024 };

/**
 * Fetches the tip of the source branch if it does not exist here. Adds only objects.
 *
 * @throws GitError for more than {@link limits}
 */
export async function takeOver(repository: Repository, proposal: Proposal, { tip, fork }: Source): Promise<void> {
  if (tip === null || fork === null) return;
  const target = branchTip(repository, proposal.targetBranch);
  const before = repository.refs.get(versionRef(proposal.iid))?.oid;
  await fetchCommit(repository, fork, tip, { near: target, known: before === undefined ? [] : [before] });
}

interface Announced {
  /** A commit that exists here, whose ancestors the other repository is likely to have; null for none. */
  readonly near: Oid | null;
  /** Further commits that exist here. */
  readonly known: readonly Oid[];
}

/**
 * Fetches a commit if it does not exist here. Adds only objects.
 *
 * @throws GitError for more than {@link limits}
 */
export async function fetchCommit(
  repository: Repository,
  other: OtherRepository,
  oid: Oid,
  announced: Announced,
): Promise<void> {
  if (repository.commits.find(oid) !== null) return;
  const pack = await other.packFor([oid], tipsToAnnounce(repository, announced));
  const push = IncomingPush.begin(repository);
  try {
    await push.receive(readBody(pack, null), limits);
    repository.sql.transaction(() => push.accept());
  } catch (error) {
    push.abandon();
    await pack.cancel();
    throw error;
  }
}

const MOST_BRANCHES = 200;
/** Number of commits that are read one by one. */
const MOST_STEPS = 4_096;

/** Commits that exist here, chosen so that the other repository knows one that is not far below the wanted one. */
function tipsToAnnounce(repository: Repository, { near, known }: Announced): Oid[] {
  const branches = repository.refs.list(BRANCHES).slice(0, MOST_BRANCHES);
  return [...known, ...(near === null ? [] : sampleBelow(repository, near)), ...branches.map(({ oid }) => oid)];
}

/** Ancestors at exponentially growing distances: if the fork knows one, it lacks at most as many commits again. */
function sampleBelow({ commits }: Repository, tip: Oid): Oid[] {
  const sample: Oid[] = [];
  let commit = commits.find(tip);
  let lowest = 0;
  for (let step = 1; commit !== null && step <= MOST_STEPS; step++) {
    if ((step & (step - 1)) === 0) sample.push(commit.oid);
    lowest = commit.id;
    const [parent] = commit.parents;
    commit = parent === undefined ? null : commits.get(parent);
  }
  // Further down any commits will do, whether ancestors or not.
  for (let id = lowest >> 1; commit !== null && id > 0; id >>= 1) sample.push(commits.get(id).oid);
  return sample;
}

/** The ref of the newest version of a merge request, which clients can fetch. */
export const versionRef = (iid: number) => `refs/merge-requests/${iid}/head`;
