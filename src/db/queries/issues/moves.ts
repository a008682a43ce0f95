// Moving an issue: a new one in another project continues it, and the old one is closed.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement, select } from "../../statement.ts";
import type { Authorship } from "../events/events.ts";
import { referenceFrom } from "../issuables/references.ts";
import { newestIssueId } from "./issues.ts";

/** A move: the old issue and the target project. */
export interface IssueMove {
  readonly from: { readonly id: number; readonly project_id: number };
  readonly toProjectId: number;
}

/** References are rewritten in this much text at most; a Worker has 128 MB. */
const MAX_CHARACTERS = 10_000_000;

const noteTextsTemplate = select(
  { id: sql<number>`id`, body: sql<string>`body`, updated_at: sql<string>`updated_at` },
  sql`from (select id, body, updated_at, sum(length(body)) over (order by id) as length_so_far from notes
      where target_type = 'Issue' and target_id = ${sql.placeholder("issue_id")} and instr(body, '#') > 0)
    where length_so_far <= ${sql.raw(String(MAX_CHARACTERS))} order by id`,
);

export interface NoteText {
  readonly id: number;
  readonly body: string;
  readonly updated_at: string;
}

/** The notes of an issue that may contain references, oldest first, up to the limit of characters. */
export const findNoteTexts = (issueId: number): Statement<NoteText> => noteTextsTemplate.with({ issue_id: issueId });

/** The attributes that a move changes. */
export interface MovedAttributes {
  readonly description: string | null;
  readonly assignee_id: number | null;
}

/**
 * Inserts the new issue under the iid just taken, in the old one's state. Violates a foreign key if the target project
 * is gone.
 */
export const insertMovedIssue = (
  { from, toProjectId }: IssueMove,
  { description, assignee_id }: MovedAttributes,
  now: string,
): Statement =>
  execute(sql`insert into issues (project_id, iid, author_id, assignee_id, milestone_id, title, description, state,
      closed_at, closed_by_id, discussion_locked, confidential, due_date, time_estimate, created_at, updated_at)
    select ${toProjectId}, coalesce((select issue_seq from projects where id = ${toProjectId}), 0), o.author_id, ${assignee_id},
      (select tm.id from milestones om join milestones tm on tm.project_id = ${toProjectId} and tm.title = om.title
        where om.id = o.milestone_id),
      o.title, ${description}, o.state, o.closed_at, o.closed_by_id, o.discussion_locked, o.confidential, o.due_date, o.time_estimate, o.created_at, ${now}
    from issues o where o.id = ${from.id}`);

/** Adds the target project's labels that have the same titles. */
export const copyLabels = ({ from, toProjectId }: IssueMove): Statement =>
  execute(sql`insert into label_links (target_type, target_id, label_id)
    select 'Issue', i.id, tl.id from issues i
      cross join label_links ll on ll.target_type = 'Issue' and ll.target_id = ${from.id}
      cross join labels l on l.id = ll.label_id
      cross join labels tl on tl.project_id = i.project_id and tl.title = l.title
    where i.id = ${newestIssueId(toProjectId)}`);

/** A range of an issue's notes by id, with their new bodies. */
export interface NoteRange {
  readonly after: number;
  /** Inclusive; null for no upper bound. */
  readonly upTo: number | null;
  /** JSON array of {id, updated_at, body}. A note that was edited meanwhile keeps its body. */
  readonly bodies: string;
}

/** In order, with their authors, times and threads: a negative number names no note, so that it is free. */
export const copyNotes = ({ from, toProjectId }: IssueMove, { after, upTo, bodies }: NoteRange): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, cross_reference,
      reference_type, reference_id, thread_id, reply, created_at, updated_at)
    select i.project_id, 'Issue', i.id, o.author_id, coalesce(r.body, o.body), o.system, o.cross_reference,
      o.reference_type, o.reference_id, -o.thread_id, o.reply, o.created_at, o.updated_at
    from issues i
      cross join notes o on o.target_type = 'Issue' and o.target_id = ${from.id} and o.id > ${after}
        and (${upTo} is null or o.id <= ${upTo})
      left join (select json_extract(j.value, '$.id') as id, json_extract(j.value, '$.updated_at') as updated_at,
        json_extract(j.value, '$.body') as body from json_each(${bodies}) j) r on r.id = o.id and r.updated_at = o.updated_at
    where i.id = ${newestIssueId(toProjectId)} order by o.id`);

/** Pairs of old and new notes: both issues have the same number in the same order. */
const noteCopies = ({ from, toProjectId }: IssueMove): SQL =>
  sql`(select id as old_id, row_number() over (order by id) as place from notes
      where target_type = 'Issue' and target_id = ${from.id}) old_ones
    join (select id as new_id, row_number() over (order by id) as place from notes
      where target_type = 'Issue' and target_id = ${newestIssueId(toProjectId)}) new_ones
    on new_ones.place = old_ones.place`;

/** Awards of the issue and of its notes. Must follow {@link copyNotes}, before either issue gets another note. */
export const copyAwards = (move: IssueMove): Statement[] => [
  execute(sql`insert into award_emoji (project_id, target_type, target_id, user_id, name, created_at, updated_at)
    select i.project_id, 'Issue', i.id, a.user_id, a.name, a.created_at, a.updated_at
    from issues i cross join award_emoji a on a.target_type = 'Issue' and a.target_id = ${move.from.id}
    where i.id = ${newestIssueId(move.toProjectId)} order by a.id`),
  execute(sql`insert into award_emoji (project_id, target_type, target_id, user_id, name, created_at, updated_at)
    select ${move.toProjectId}, 'Note', new_id, a.user_id, a.name, a.created_at, a.updated_at
    from ${noteCopies(move)} cross join award_emoji a on a.target_type = 'Note' and a.target_id = old_id order by a.id`),
];

/** Mentions in the notes. Same position in the batch as {@link copyAwards}. */
export const copyNoteMentions = (move: IssueMove): Statement =>
  execute(sql`insert into mentions (source_type, source_id, user_id, project_id, target_type, target_id)
    select 'Note', new_id, m.user_id, ${move.toProjectId}, 'Issue', ${newestIssueId(move.toProjectId)}
    from ${noteCopies(move)} cross join mentions m on m.source_type = 'Note' and m.source_id = old_id`);

/** A system note that names another issue: it is visible to those who see that. Nothing if either id is null. */
export const insertNamingNote = (words: string, on: SQL, named: SQL, { actorId, now }: Authorship): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, reference_type,
      reference_id, created_at, updated_at)
    select h.project_id, 'Issue', h.id, ${actorId}, ${words} || ' ' || ${referenceFrom("s", "p")}, 1, 'Issue', s.id, ${now}, ${now}
    from issues h cross join projects p on p.id = h.project_id
      cross join issues s on s.id = ${named}
      cross join projects sp on sp.id = s.project_id cross join namespaces sn on sn.id = sp.namespace_id
    where h.id = ${on}`);

/** `moved from <ref>` on the new issue and `moved to <ref>` on the old one. */
export const insertMoveNotes = ({ from, toProjectId }: IssueMove, authorship: Authorship): Statement[] => {
  const old = sql`${from.id}`;
  const made = newestIssueId(toProjectId);
  return [insertNamingNote("moved from", made, old, authorship), insertNamingNote("moved to", old, made, authorship)];
};

/** The new issue has the links of the old one. */
export const moveLinks = ({ from, toProjectId }: IssueMove): Statement[] =>
  ["source_id", "target_id"].map((end) =>
    execute(
      sql`update issue_links set ${sql.raw(end)} = ${newestIssueId(toProjectId)} where ${sql.raw(end)} = ${from.id}`,
    ),
  );

/** Closes the old issue and sets its `moved_to_id`. One that was closed before keeps the time and the user. */
export const closeMovedIssue = ({ from, toProjectId }: IssueMove, { actorId, now }: Authorship): Statement =>
  execute(sql`update issues set state = 'closed', moved_to_id = ${newestIssueId(toProjectId)}, updated_at = ${now},
      closed_at = case state when 'closed' then closed_at else ${now} end,
      closed_by_id = case state when 'closed' then closed_by_id else ${actorId} end
    where id = ${from.id}`);
