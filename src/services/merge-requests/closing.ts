// The issues that a merge request closes when it is merged, by its title, its description and its commits.
import type { Database } from "../../db/database.ts";
import type { ClosableIssue, IssueToClose } from "../../db/queries/issues/closing.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { CommitMessage } from "../../git/operations/commit-messages.ts";
import { findClosable, mayBeClosed } from "../issues/closing.ts";
import { closingReferencesIn } from "../texts/closing-references.ts";

export interface ClosingContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** `https://host`; null where it is not known. */
  readonly baseUrl: string | null;
}

interface Described {
  readonly iid: number;
  readonly project_id: number;
  readonly title: string;
  readonly description: string | null;
}

export interface Closes {
  /** What the message of the merge says of it; null when there is nothing to say. */
  readonly paragraph: string | null;
  /** Those whoever merges may close. */
  readonly issues: readonly IssueToClose[];
}

export const closesNothing: Closes = { paragraph: null, issues: [] };

/**
 * Of a merge request into the default branch; no other one closes anything.
 * @param commits what it proposes
 * @param by who merges it, and when: ISO 8601 with milliseconds
 */
export async function findCloses(
  { db, baseUrl }: Pick<ClosingContext, "db" | "baseUrl">,
  mergeRequest: Described,
  commits: readonly CommitMessage[],
  by: { readonly userId: number; readonly at: string },
): Promise<Closes> {
  const { iid, project_id: projectId } = mergeRequest;
  const texts = closingTexts(mergeRequest, commits);
  const closable = await findClosable(db, { ...by, projectId }, closingReferencesIn(texts, baseUrl));
  return {
    paragraph: paragraph(closable),
    issues: closable
      .filter(mayBeClosed)
      .map(({ id, path_back }) => ({ id, note: `closed via merge request ${path_back}!${iid}` })),
  };
}

/** Where closing words are looked for. */
export const closingTexts = (
  { title, description }: Pick<Described, "title" | "description">,
  commits: readonly CommitMessage[],
): string[] => [title, description ?? "", ...commits.map(({ message }) => message)];

/** `Closes #1, project#2, and group/project#3`: of those that everybody may know of who reads it. */
function paragraph(issues: readonly ClosableIssue[]): string | null {
  const names = issues
    .filter(({ confidential, is_known }) => confidential === 0 && is_known === 1)
    .map(({ path, iid }) => `${path}#${iid}`);
  const last = names.pop();
  if (last === undefined) return null;
  if (names.length === 0) return `Closes ${last}`;
  return `Closes ${names.join(", ")}${names.length === 1 ? "" : ","} and ${last}`;
}
