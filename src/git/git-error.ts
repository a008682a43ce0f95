// An error in a client's git request. The message is shown to the person who pushes or fetches.

export type GitProblem = "limit" | "object" | "pack" | "protocol" | "ref_name";

export class GitError extends Error {
  override readonly name = "GitError";
  readonly problem: GitProblem;

  constructor(problem: GitProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
