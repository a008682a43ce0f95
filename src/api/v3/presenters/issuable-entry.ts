// What todos and notifications tell alike: of which target, in which project, caused by whom.
import type { IssuableEntryRow } from "../../../db/queries/issuables/entries.ts";
import { presentIssue } from "./issue.ts";
import { presentMergeRequestWithProfiles } from "./merge-request.ts";
import { presentPlace } from "./project.ts";
import { presentUserBasic } from "./user.ts";

export function presentIssuableEntry(entry: IssuableEntryRow, baseUrl: string) {
  const target = presentIssuable(entry, baseUrl);
  return {
    project: presentProjectOf(entry, baseUrl),
    author: presentUserBasic(
      {
        id: entry.cause_author_id,
        username: entry.cause_author_username,
        name: entry.cause_author_name,
        state: entry.cause_author_state,
      },
      baseUrl,
    ),
    target_type: entry.entry_target_type,
    target,
    // The note may have been deleted since.
    target_url: entry.cause_note_body === null ? target.web_url : `${target.web_url}#note_${entry.cause_note_id}`,
    body: entry.cause_note_body ?? entry.title,
  };
}

const presentIssuable = (entry: IssuableEntryRow, baseUrl: string) =>
  entry.entry_target_type === "Issue"
    ? presentIssue(entry, entry, baseUrl)
    : presentMergeRequestWithProfiles(entry, entry, baseUrl);

const presentProjectOf = (entry: IssuableEntryRow, baseUrl: string) =>
  presentPlace(
    {
      id: entry.project_id,
      name: entry.project_name,
      path: entry.project_path,
      owner: entry.owner_name ?? entry.namespace_name,
      namespacePath: entry.namespace_path,
    },
    baseUrl,
  );
