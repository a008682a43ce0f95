// The git commands that resolve conflicts on the reader's computer. Names of branches may contain what shells interpret.

interface Conflicting {
  readonly sourceBranch: string;
  readonly targetBranch: string;
  /** The URL of the target's repository, if that is not the source's. */
  readonly targetUrl: string | null;
}

/** For a clone of the source project whose remote is `origin`, one command a line. */
export function resolvingCommands({ sourceBranch, targetBranch, targetUrl }: Conflicting): string[] {
  const merging =
    targetUrl === null
      ? [`git merge ${quoted(`origin/${targetBranch}`)}`]
      : [`git fetch ${quoted(targetUrl)} ${quoted(targetBranch)}`, "git merge FETCH_HEAD"];
  return [
    "git fetch origin",
    `git checkout ${quoted(sourceBranch)}`,
    `git merge --ff-only ${quoted(`origin/${sourceBranch}`)}`,
    ...merging,
    "# Edit the files with conflicts, then:",
    "git commit --all",
    `git push origin ${quoted(sourceBranch)}`,
  ];
}

/** As one word of a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
