// Branches, as git and the variables of CI services report them.
import { spawn } from "node:child_process";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project.ts";

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
}

/** Runs one command. Does not reject for an exit code other than 0. */
export type RunGit = (...args: string[]) => Promise<GitResult>;

export const gitIn =
  (folder: string): RunGit =>
  (...args) => {
    const child = spawn("git", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    return new Promise((resolve) => {
      child.on("error", () => resolve({ code: 1, stdout }));
      child.on("close", (code) => resolve({ code: code ?? 1, stdout }));
    });
  };

export const projectGit: RunGit = gitIn(projectRoot);

export type Variables = Readonly<Record<string, string | undefined>>;

/** Null on a detached HEAD outside CI. CI services check out commits, and name the branch in a variable. */
export async function currentBranch(git: RunGit, variables: Variables): Promise<string | null> {
  // CI_COMMIT_REF_NAME is the tag's name in pipelines for tags.
  const gitlabBranch = variables.CI_COMMIT_TAG ? undefined : variables.CI_COMMIT_REF_NAME;
  const named = variables.GITHUB_HEAD_REF || variables.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || gitlabBranch;
  if (named) return named;
  const { code, stdout } = await git("symbolic-ref", "--quiet", "HEAD");
  return code === 0 ? without("refs/heads/", stdout.trim()) : null;
}

/** `git symbolic-ref --short` would print `heads/main` where a tag has the same name. */
const without = (prefix: string, ref: string): string => (ref.startsWith(prefix) ? ref.slice(prefix.length) : ref);

/** Branches that production is deployed from: the usual names, and origin's default branch. */
export async function productionBranches(git: RunGit, variables: Variables): Promise<ReadonlySet<string>> {
  const branches = new Set(["main", "master"]);
  if (variables.CI_DEFAULT_BRANCH) branches.add(variables.CI_DEFAULT_BRANCH);
  const { code, stdout } = await git("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD");
  if (code === 0) branches.add(without("refs/remotes/origin/", stdout.trim()));
  return branches;
}

/** @throws Failure for a branch that production is deployed from */
export async function refuseProductionBranch(branch: string, git: RunGit, variables: Variables): Promise<void> {
  if (!(await productionBranches(git, variables)).has(branch)) return;
  throw new Failure(
    `${branch} is the production branch, which npm run deploy deploys. Switch to another branch (git switch -c NAME), then try again.`,
  );
}

/** The branches at origin; null when they cannot be read, as without a remote of that name. */
export async function branchesAtOrigin(git: RunGit): Promise<ReadonlySet<string> | null> {
  const { code, stdout } = await git("ls-remote", "--heads", "origin");
  if (code !== 0) return null;
  const refs = stdout.split("\n").map((line) => line.split("\t")[1] ?? "");
  return new Set(refs.filter((ref) => ref.startsWith("refs/heads/")).map((ref) => ref.slice("refs/heads/".length)));
}

export async function localBranches(git: RunGit): Promise<ReadonlySet<string>> {
  const { stdout } = await git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads");
  return new Set(stdout.split("\n").filter((line) => line !== ""));
}
