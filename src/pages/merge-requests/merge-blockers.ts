// What prevents that an open merge request is merged now, in words: pure.
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";

type Judged = Pick<
  InspectedMergeRequest,
  "examined" | "notReady" | "build" | "statuses" | "isBuilding" | "isArchived" | "source_branch" | "target_branch"
>;

export interface MergeVerdict {
  /** What has to change before it can be merged, one sentence each. Conflicts are listed apart. */
  readonly blockers: readonly string[];
  readonly conflicts: { readonly paths: readonly string[]; readonly count: number } | null;
  /** It can be merged at once. */
  readonly isReady: boolean;
  /** It can be set to merge when its build succeeds. */
  readonly canWait: boolean;
}

export function judgeMerge(mergeRequest: Judged): MergeVerdict {
  const { examined, notReady, isBuilding } = mergeRequest;
  const obstacle = examined?.obstacle ?? null;
  const conflicts = obstacle?.kind === "conflicts" ? obstacle : null;
  const fixed = gitBlockers(mergeRequest);
  const people = notReady.map((reason) => readiness[reason](mergeRequest));
  const onlyBuild = notReady.every((reason) => reason === "unsuccessful_build");
  const isMergeable = conflicts === null && fixed.length === 0;
  return {
    blockers: [...fixed, ...people],
    conflicts,
    isReady: isMergeable && notReady.length === 0,
    canWait: isMergeable && onlyBuild && isBuilding,
  };
}

function gitBlockers({ examined, isArchived, source_branch, target_branch }: Judged): string[] {
  const kind = examined?.obstacle?.kind;
  const found: [boolean, string][] = [
    [isArchived, "The project is archived, so nothing in it changes."],
    [examined?.isSourceMissing === true, `The source branch ${source_branch} does not exist any more.`],
    [
      kind === "branch_missing" && examined?.isSourceMissing === false,
      `The target branch ${target_branch} does not exist any more. Choose another one.`,
    ],
    [kind === "already_merged", `${target_branch} has all commits of ${source_branch}: there is nothing to merge.`],
    [kind === "unrelated", "The branches have no commit in common, so git does not merge them."],
    [kind === "too_much", "The merge is too large for this server. Merge it on your computer and push the result."],
  ];
  return found.filter(([holds]) => holds).map(([, text]) => text);
}

const readiness: Readonly<
  Record<InspectedMergeRequest["notReady"][number], (mergeRequest: Pick<Judged, "build" | "statuses">) => string>
> = {
  work_in_progress: () => "It is work in progress, as its title says.",
  open_discussions: () => "All discussions have to be resolved.",
  unsuccessful_build: ({ build, statuses }) =>
    statuses.length === 0 ? "Its build has to succeed." : `Its build has to succeed; it is ${build}.`,
};
