// The fields that todos and notifications share: project, author, target and body.
import type { IssuableEntryRow } from "../../../db/queries/issuables/entries.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentIssue } from "./issue.ts";
import { presentMergeRequestWithProfiles } from "./merge-request.ts";
import { presentPlace } from "./project.ts";
import { presentUserBasic } from "./user.ts";

export function presentIssuableEntry(entry: IssuableEntryRow, context: PresenterContext) {
  const target = presentIssuable(entry, context);
  return {
    project: presentProjectOf(entry, context),
    author: presentUserBasic(personIn(entry, "cause_author"), context),
    target_type: entry.entry_target_type,
    target,
    // A deleted note has no body.
    target_url: entry.cause_note_body === null ? target.web_url : `${target.web_url}#note_${entry.cause_note_id}`,
    body: entry.cause_note_body ?? entry.title,
  };
}

const presentIssuable = (entry: IssuableEntryRow, context: PresenterContext) =>
  entry.entry_target_type === "Issue" ? presentIssue(entry, context) : presentMergeRequestWithProfiles(entry, context);

const presentProjectOf = (entry: IssuableEntryRow, context: PresenterContext) =>
  presentPlace(
    {
      id: entry.project_id,
      name: entry.project_name,
      path: entry.project_path,
      owner: entry.owner_name ?? entry.namespace_name,
      namespacePath: entry.namespace_path,
    },
    context,
  );
