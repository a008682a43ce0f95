// Branches to merge, and the params of their acceptance.
import type { Acceptance } from "../../../src/git/operations/merge-requests/accept-merge-request.ts";
import { GitFolder } from "../git-folder.ts";
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
 * `main` and `topic` with a file each; `clash` changes the file of `main`; `old` is the parent of both.
 */
export function twoBranches(): GitFolder {
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
