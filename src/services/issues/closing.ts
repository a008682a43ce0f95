// Closes issues that commit messages or merge requests name with a closing word.
import type { Database } from "../../db/database.ts";
import {
  type ClosableIssue,
  type Closing,
  findClosableIssues,
  closeIssues as write,
} from "../../db/queries/issues/closing.ts";
import type { Statement } from "../../db/statement.ts";
import type { DomainEvent } from "../../events/events.ts";
import { canUpdateIssue } from "../../permissions/abilities.ts";
import type { TextReference } from "../texts/references.ts";

/** The user who closes the issues, and the project of the text. */
export interface Closer {
  readonly userId: number;
  readonly projectId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/** The referenced issues that the closer may read, in the order of the references. */
export async function findClosable(
  db: Database,
  { userId, projectId, at }: Closer,
  references: readonly TextReference[],
): Promise<ClosableIssue[]> {
  if (references.length === 0) return [];
  const text = { project_id: projectId, references: JSON.stringify(references) };
  const [closable] = await db.batch(findClosableIssues(userId, text, at.slice(0, 10)));
  return closable;
}

export const canBeClosed = (issue: ClosableIssue): boolean =>
  issue.state === "opened" && canUpdateIssue(issue, issue, issue.access_level);

const closed: DomainEvent["kind"] = "issue_closed";

/** Idempotent. */
export const closeIssues = (closing: Closing): Statement[] =>
  closing.issues.length === 0 ? [] : write(closed, closing);
