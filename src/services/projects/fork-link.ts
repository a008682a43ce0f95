// Links a project to the project it is a fork of, or removes that link.
import {
  deleteForkLink,
  type ForkLinkRow,
  insertForkLink,
  isFork,
  isLinkable,
  linkFork,
  unlinkFork,
} from "../../db/queries/projects/projects.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type ForkLinkOutcome = { kind: "changed"; link: ForkLinkRow } | { kind: "unchanged" };

export async function linkForkTo(context: VerbContext, projectId: number, sourceId: number): Promise<ForkLinkOutcome> {
  if (projectId === sourceId) return { kind: "unchanged" };
  const isChange = isLinkable(projectId, sourceId);
  const [, , , links] = await context.db.batch(
    recordAudit(context, { kind: "project_fork_relationship_created", projectId, sourceId }, isChange),
    recordEvent(context, { kind: "fork_linked", project_id: projectId }, isChange),
    linkFork(projectId, sourceId),
    insertForkLink(projectId, context.now),
  );
  return outcomeOf(links);
}

/** Returns the removed link. */
export async function removeForkLink(context: VerbContext, projectId: number): Promise<ForkLinkOutcome> {
  const [, , , links] = await context.db.batch(
    recordAudit(context, { kind: "project_fork_relationship_removed", projectId }, isFork(projectId)),
    recordEvent(context, { kind: "fork_unlinked", project_id: projectId }, isFork(projectId)),
    unlinkFork(projectId),
    deleteForkLink(projectId),
  );
  return outcomeOf(links);
}

const outcomeOf = ([link]: readonly ForkLinkRow[]): ForkLinkOutcome =>
  link === undefined ? { kind: "unchanged" } : { kind: "changed", link };
