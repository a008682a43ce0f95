// The events that can notify somebody.
import { type SQL, sql } from "drizzle-orm";

/** Edits, and pushes to merge requests, notify only if they have details. */
const edits = "('issue_updated', 'merge_request_updated')";

const notifiedKinds = [
  "issue_opened",
  "issue_closed",
  "issue_reopened",
  "issue_moved",
  "merge_request_opened",
  "merge_request_closed",
  "merge_request_reopened",
  "merge_request_merged",
  "note_created",
];

const notified = `(${notifiedKinds.map((kind) => `'${kind}'`).join(", ")})`;

/** The details of an event that concerned only its actor. Users who join later are not notified of it either. */
const alone = `'{"alone":true}'`;

/**
 * The details of an event that another server recorded, see docs/backup.md: it notifies nobody, and no hook delivers it.
 */
export const imported = `'{"imported":true}'`;

/** True if event `e` can notify somebody. */
export const isNotified = (e: string): SQL =>
  sql.raw(`(case when ${e}.kind in ${notified} then ${e}.details is null or ${e}.details not in (${alone}, ${imported})
    else ${e}.kind in ${edits} and ${e}.details <> ${imported} end)`);

/**
 * The details of an event about to be inserted from `e`: its own, or a marker if it concerns only its actor. A project
 * with a single user thus never wakes its notifier. Each condition is one index lookup; conditions may be too wide,
 * because the notifier decides the recipients later.
 */
export const keptDetails = (kind: string, e: string): SQL =>
  notifiedKinds.includes(kind) ? detailsUnlessAlone(e) : sql.raw(`${e}.details`);

/** As {@link keptDetails}, for an `e.kind` that only the database knows. */
export const keptDetailsOfAny = (e: string): SQL =>
  sql`case when ${sql.raw(`${e}.kind in ${notified}`)} then ${detailsUnlessAlone(e)} else ${sql.raw(`${e}.details`)} end`;

function detailsUnlessAlone(e: string): SQL {
  const isOther = (user: string) => `${user} <> ${e}.actor_id`;
  const exists = (from: string, condition: string) => `exists (select 1 from ${from} where ${condition})`;
  const ofIssuable = (x: string) => `${x}.target_type = about_type and ${x}.target_id = about_id`;
  const isConcerned = (table: string, ...people: string[]) =>
    exists(`${table} x`, `x.id = about_id and (${people.map((person) => isOther(`x.${person}`)).join(" or ")})`);
  const issue = isConcerned("issues", "author_id", "assignee_id");
  const mergeRequest = isConcerned("merge_requests", "author_id", "assignee_id", "reviewer_id");
  const concerned = [
    exists("namespaces x", `x.id = ${e}.namespace_id and ${isOther("x.owner_id")}`),
    exists("project_members x", `x.project_id = ${e}.project_id and ${isOther("x.user_id")}`),
    exists("group_members x", `x.group_id = ${e}.namespace_id and ${isOther("x.user_id")}`),
    exists("project_group_links x", `x.project_id = ${e}.project_id`),
    exists("notification_settings x", `x.project_id = ${e}.project_id and ${isOther("x.user_id")}`),
    exists("notification_settings x", `x.group_id = ${e}.namespace_id and ${isOther("x.user_id")}`),
    exists(
      `(${aboutOf(e)})`,
      [
        exists("participants x", `${ofIssuable("x")} and ${isOther("x.user_id")}`),
        `case about_type when 'Issue' then ${issue} else ${mergeRequest} end`,
        exists(
          "label_links ll join label_subscriptions x on x.label_id = ll.label_id",
          `${ofIssuable("ll")} and ${isOther("x.user_id")}`,
        ),
      ].join(" or "),
    ),
  ];
  return sql.raw(`case when ${e}.details is null and not (${concerned.join(" or ")})
    then ${alone} else ${e}.details end`);
}

/** The type and the id of the issuable of event `e`; for a note, the issuable it is on. */
const aboutOf = (e: string): string => `
  select n.target_type as about_type, n.target_id as about_id from notes n where ${e}.kind = 'note_created' and n.id = ${e}.target_id
  union all select case when ${e}.kind like 'issue_%' then 'Issue' else 'MergeRequest' end, ${e}.target_id
    where ${e}.kind <> 'note_created'`;
