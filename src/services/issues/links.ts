// Links two issues, and unlinks them.
import {
  deleteIssueLink,
  insertIssueLink,
  insertLinkNotes,
  isIssueLink,
  linkOfPair,
} from "../../db/queries/issues/links.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

interface LinkedIssue {
  readonly id: number;
  readonly project_id: number;
}

export type LinkIssuesOutcome =
  | { kind: "linked"; id: number }
  /** In either direction. */
  | { kind: "linked_before" }
  /** One of them has the most links. */
  | { kind: "full" }
  /** One of them was deleted. */
  | { kind: "gone" };

export async function linkIssues(
  context: VerbContext,
  source: LinkedIssue,
  target: LinkedIssue,
): Promise<LinkIssuesOutcome> {
  const pair = { source, target };
  const link = linkOfPair(pair);
  const attempt = await context.db.attempt(
    insertIssueLink(pair, context.now),
    ...insertLinkNotes("marked this issue as related to", link, context),
    eventOf(context, "issue_linked", source, link),
  );
  if (attempt.violated !== undefined)
    return { kind: attempt.violated === "issue_links_key" ? "linked_before" : "gone" };
  const id = attempt.rows[0][0]?.id;
  return id === undefined ? { kind: "full" } : { kind: "linked", id };
}

/** Does nothing if the link is gone. */
export async function unlinkIssue(context: VerbContext, issue: LinkedIssue, linkId: number): Promise<void> {
  await context.db.batch(
    ...insertLinkNotes("removed the relation with", linkId, context),
    eventOf(context, "issue_unlinked", issue, linkId),
    deleteIssueLink(linkId),
  );
}

const eventOf = (
  context: VerbContext,
  kind: "issue_linked" | "issue_unlinked",
  { id, project_id }: LinkedIssue,
  link: Parameters<typeof isIssueLink>[0],
) => recordEvent(context, { kind, project_id, target_id: id }, isIssueLink(link));
