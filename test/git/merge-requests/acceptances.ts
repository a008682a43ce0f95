// Branches to merge, and the params of their acceptance.
import type { Acceptance } from "../../../src/git/operations/merge-requests/accept-merge-request.ts";
import { GitFolder, SharedFolder } from "../git-folder.ts";
import { ann, at, master } from "./projects.ts";

/** For a branch of the target project, by a master, with only the required fields. */
export const acceptance = (
  recordedHead: string | null,
  wish: Partial<Acceptance> & { source?: string } = {},
): Acceptance => ({
  mergeRequestId: 11,
  proposal: { iid: 1, targetBranch: "main", sourceProjectId: null, sourceBranch: wish.source ?? "topic" },
  expectedHead: null,
  recordedHead,
  pusher: master,
  committer: ann,
  message: "Merge branch 'topic' into 'main'",
  squash: null,
  at,
  options: {},
  ...wish,
});

/**
 * `main` and `topic` with a file each; `clash` changes the file of `main`; `old` is the parent of both. To be read only.
 */
export function twoBranches(): GitFolder {
  shared ??= new SharedFolder(twoBranchesToChange());
  return shared;
}

let shared: SharedFolder | undefined;

/** As {@link twoBranches}, in a folder of the test's own. */
export function twoBranchesToChange(): GitFolder {
  const folder = new GitFolder();
  const commit = (branch: string, file: string, from?: string) =>
    `commit refs/heads/${branch}\ncommitter A <a@b> 1500000000 +0000\ndata 1\n.\n${from === undefined ? "" : `from ${from}\n`}M 644 inline ${file}\ndata ${branch.length}\n${branch}\n`;
  const stream = [
    `reset refs/heads/old\n${commit("old", "readme")}\n`,
    commit("main", "file", "refs/heads/old"),
    commit("topic", "other", "refs/heads/old"),
    commit("clash", "file", "refs/heads/old"),
    `reset refs/heads/lonely\n${commit("lonely", "file")}\n`,
  ];
  folder.git(["fast-import", "--quiet"], stream.join(""));
  return folder;
}

/** By number of the fork. */
const forks = new Map<number, SharedFolder>();

/** The branches of {@link twoBranches}, where `topic` is one commit after `old` and adds the file `by<number>`. */
export function forkOfTwoBranches(fork: number): GitFolder {
  const known = forks.get(fork);
  if (known !== undefined) return known;
  const folder = twoBranchesToChange();
  const stream = `commit refs/heads/topic\ncommitter A <a@b> 1500000001 +0000\ndata 1\n.\nfrom refs/heads/old\nM 644 inline by${fork}\ndata 1\n${fork}\n`;
  folder.git(["fast-import", "--quiet", "--force"], stream);
  const made = new SharedFolder(folder);
  forks.set(fork, made);
  return made;
}
