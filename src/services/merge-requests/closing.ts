// The issues a merge request closes when it is merged, named in its title, its description and its commits.
import type { Database } from "../../db/database.ts";
import type { ClosableIssue, IssueToClose } from "../../db/queries/issues/closing.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { CommitMessage } from "../../git/operations/commit-messages.ts";
import { canBeClosed, findClosable } from "../issues/closing.ts";
import { closingReferencesIn } from "../texts/closing-references.ts";

export interface ClosingContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** `https://host`; null when unknown. */
  readonly baseUrl: string | null;
}

interface Destination {
  readonly target_branch: string;
  /** Of the target project; null while it has no branches. */
  readonly default_branch: string | null;
}

interface Described {
  readonly iid: number;
  readonly project_id: number;
  readonly title: string;
  readonly description: string | null;
}

export interface Closes {
  /** For the merge commit's message; null when no issue can be named. */
  readonly paragraph: string | null;
  /** Only those the actor may close. */
  readonly issues: readonly IssueToClose[];
}

const closesNothing: Closes = { paragraph: null, issues: [] };

/** Only a merge into the default branch closes issues. */
export const closesIssues = ({ target_branch, default_branch }: Destination): boolean =>
  target_branch === default_branch;

/**
 * The issues that merging closes.
 *
 * @param commits those the merge brings
 * @param by who merges it, and when: ISO 8601 with milliseconds
 */
export async function findCloses(
  { db, baseUrl }: Pick<ClosingContext, "db" | "baseUrl">,
  mergeRequest: Described & Destination,
  commits: readonly CommitMessage[],
  by: { readonly userId: number; readonly at: string },
): Promise<Closes> {
  if (!closesIssues(mergeRequest)) return closesNothing;
  const { iid, project_id: projectId } = mergeRequest;
  const texts = closingTexts(mergeRequest, commits);
  const closable = await findClosable(db, { ...by, projectId }, closingReferencesIn(texts, baseUrl));
  return {
    paragraph: paragraph(closable),
    issues: closable
      .filter(canBeClosed)
      .map(({ id, path_back }) => ({ id, note: `closed via merge request ${path_back}!${iid}` })),
  };
}

/** The texts that may contain closing words. */
export const closingTexts = (
  { title, description }: Pick<Described, "title" | "description">,
  commits: readonly CommitMessage[],
): string[] => [title, description ?? "", ...commits.map(({ message }) => message)];

/** `Closes #1, project#2, and group/project#3`: only issues every reader of the message may see. */
function paragraph(issues: readonly ClosableIssue[]): string | null {
  const names = issues
    .filter(({ confidential, is_known }) => confidential === 0 && is_known === 1)
    .map(({ path, iid }) => `${path}#${iid}`);
  const last = names.pop();
  if (last === undefined) return null;
  if (names.length === 0) return `Closes ${last}`;
  return `Closes ${names.join(", ")}${names.length === 1 ? "" : ","} and ${last}`;
}
