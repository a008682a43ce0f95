// `npm run preview:report`: reports a preview as a commit status, and in one comment of the merge request.
import { Failure } from "../../failure.ts";
import { currentBranch, type RunGit, type Variables } from "../branches.ts";
import { chooseForge } from "./choose-forge.ts";
import type { CommitStatus, Forge, ReportedState } from "./forge.ts";

export interface ReportTools {
  readonly git: RunGit;
  readonly variables: Variables;
  print(line: string): void;
}

/** `branch` is null for the current one, `sha` for the current commit. */
export type Report =
  | {
      readonly state: ReportedState;
      readonly url: string | null;
      readonly sha: string | null;
      readonly branch: string | null;
    }
  /** The preview was deleted. */
  | { readonly state: "deleted"; readonly branch: string | null };

/** By which the comment is found again. Markdown does not show it. */
const MARK = "<!-- tributary-preview -->";

const descriptions: Record<ReportedState, string> = {
  running: "The preview is being deployed",
  success: "The preview is deployed",
  failed: "The preview could not be deployed",
};

/** @throws Failure that says what to do next */
export async function reportPreview(tools: ReportTools, report: Report): Promise<void> {
  if (report.state === "success" && report.url === null) {
    throw new Failure(
      "A success needs the preview's URL: add --url URL, as npm run preview -- --url-file FILE writes it.",
    );
  }
  const forge = chooseForge(tools.variables);
  const branch = report.branch ?? (await currentBranch(tools.git, tools.variables));
  if (report.state === "deleted") return comment(tools, forge, branch, deletedText(branch), false);
  const { state, url } = report;
  const sha = report.sha ?? (await currentCommit(tools));
  const status: CommitStatus = { state, url, description: descriptions[state] };
  await forge.setStatus(sha, status);
  tools.print(`Reported ${state} for ${sha}.`);
  // A comment that announces what may fail would only be replaced in a minute.
  if (state !== "running") await comment(tools, forge, branch, textOf(status, branch, sha), true);
}

/** @param isNeeded adds the comment if there is none */
async function comment(
  { print }: ReportTools,
  forge: Forge,
  branch: string | null,
  text: string,
  isNeeded: boolean,
): Promise<void> {
  const comments = branch === null ? null : await forge.findComments(branch);
  if (comments === null) {
    print(`There is no merge request from ${branch ?? "a detached HEAD"} to comment.`);
    return;
  }
  const body = `${text}\n\n${MARK}`;
  const existing = (await forge.listComments(comments)).find((one) => one.body.includes(MARK));
  if (existing !== undefined && existing.body.trim() !== body) await forge.editComment(comments, existing.id, body);
  else if (existing === undefined && isNeeded) await forge.addComment(comments, body);
  print("The comment of the merge request is up to date.");
}

const SHORT = 8;

function textOf({ state, url }: CommitStatus, branch: string | null, sha: string): string {
  const commit = sha.slice(0, SHORT);
  if (state !== "failed") return `Preview of \`${branch}\` at ${commit}: ${url}`;
  const former = url === null ? "" : ` The former one is at ${url}.`;
  return `The preview of \`${branch}\` could not be deployed at ${commit}.${former} The job's log has the reason.`;
}

const deletedText = (branch: string | null): string => `The preview of \`${branch}\` is deleted.`;

async function currentCommit({ git, variables }: ReportTools): Promise<string> {
  if (variables.CI_COMMIT_SHA) return variables.CI_COMMIT_SHA;
  const { code, stdout } = await git("rev-parse", "HEAD");
  if (code === 0) return stdout.trim();
  throw new Failure("There is no commit to report on. Run this in a clone, or add --sha SHA.");
}
