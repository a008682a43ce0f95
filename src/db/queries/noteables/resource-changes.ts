// The changes of labels and of the milestone of an issue or a merge request, as its system notes record them.
import { type SQL, sql } from "drizzle-orm";
import { labels, milestones } from "../../schema/index.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { columnsOf, type RowOf, type Statement, select, variants } from "../../statement.ts";
import { issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { issuableTable } from "../issuables/issuables.ts";
import { type NamedNoteable, type NoteRow, noteColumns, ofIssuable } from "./notes.ts";

/** Notes that are read, the newest: so many, and only one beyond so many characters. A note may name 1,000 labels. */
const MOST_NOTES = 1_000;
const MOST_CHARACTERS = 50_000;

/** True if the notes read are all there are. */
export const areAll = (notes: readonly Pick<NoteRow, "body">[]): boolean =>
  notes.length < MOST_NOTES && notes.reduce((sum, { body }) => sum + body.length, 0) <= MOST_CHARACTERS;

export type ResourceKind = "label" | "milestone";

const kinds: Readonly<Record<ResourceKind, SQL>> = {
  label: sql.raw("(nt.body like 'added ~%' or nt.body like 'removed ~%')"),
  milestone: sql.raw("(nt.body like 'changed milestone to \\%%' escape '\\' or nt.body = 'removed milestone')"),
};

type Author = Pick<NoteRow, "author_id" | "author_username" | "author_name" | "author_state" | "created_at">;

export interface ResourceEvent extends Author {
  /** Unique among the events of one kind of the issuable, and lasting. */
  readonly id: number;
  readonly action: "add" | "remove";
  /** The id of the label, or the iid of the milestone; null if that is unknown. */
  readonly of: number | null;
}

/** A table of the notes read, newest first: read_id, read_body. */
const newest = (condition: SQL): SQL =>
  sql`(select read_id, read_body from (
      select nt.id as read_id, nt.body as read_body, sum(length(nt.body)) over (order by nt.id desc) as read_length
      from notes nt indexed by notes_of_target where ${ofIssuable("nt")} and nt.system = 1 and ${condition}
      order by nt.id desc limit ${sql.raw(String(MOST_NOTES))})
    where read_length - length(read_body) <= ${sql.raw(String(MOST_CHARACTERS))})`;

const changes = variants(
  (kind: ResourceKind) =>
    select(
      noteColumns,
      sql`from ${newest(sql`(${kinds[kind]} or nt.body like 'moved from %')`)} cross join notes nt on nt.id = read_id
        cross join users u on u.id = nt.author_id order by nt.id desc`,
    ),
  String,
);

/** Newest first, with the note of a move from another project. */
export const findResourceChanges = ({ type, id }: NamedNoteable, kind: ResourceKind): Statement<NoteRow> =>
  changes(kind).with({ target_type: type, ...issuableValues(id) });

const origins = variants(
  (type: IssuableType) =>
    select(
      {
        created_at: sql<string>`t.created_at`,
        author_id: sql<number>`u.id`,
        author_username: sql<string>`u.username`,
        author_name: sql<string>`u.name`,
        author_state: sql<string>`u.state`,
        milestone_iid: sql<number | null>`(select m.iid from milestones m where m.id = t.milestone_id)`,
        /** JSON array, ascending. */
        label_ids: sql<string>`(select json_group_array(label_id) from (select ll.label_id from label_links ll
          where ll.target_type = ${sql.raw(`'${type}'`)} and ll.target_id = t.id order by ll.label_id))`,
      },
      sql`from ${issuableTable(type)} t cross join users u on u.id = t.author_id where t.id = ${namedIssuableId(type)}`,
    ),
  String,
);

export type OriginRow = ReturnType<typeof findOrigin> extends Statement<infer Row> ? Row : never;

/** Who created the issuable, and what it has now. */
export const findOrigin = ({ type, id }: NamedNoteable) => origins(type).with(issuableValues(id));

/** The texts of the notes, as `body`. */
const texts = (kind: ResourceKind): SQL => sql`(select read_body as body from ${newest(kinds[kind])})`;

/** `added ~1 ~2 and removed ~3 labels` as `[1,2,3]`. */
const idsOfNote = [" labels", " label", "added ", "removed ", "and "].reduce(
  (text, word) => `replace(${text}, '${word}', '')`,
  "body",
);
const idList = sql.raw(`('[' || replace(substr(${idsOfNote}, 2), ' ~', ',') || ']')`);

const projectOf = (type: IssuableType): SQL =>
  sql`(select t.project_id from ${issuableTable(type)} t where t.id = ${namedIssuableId(type)})`;

const labelColumns = columnsOf(labels, "l");

const labelTemplates = variants(
  (type: IssuableType) =>
    select(
      labelColumns,
      sql`from labels l where l.project_id = ${projectOf(type)} and l.id in (
        select j.value from ${texts("label")} cross join json_each(case when json_valid(${idList}) then ${idList} else '[]' end) j
        union select ll.label_id from label_links ll
          where ll.target_type = ${sql.placeholder("target_type")} and ll.target_id = ${namedIssuableId(type)})`,
    ),
  String,
);

/** The labels that the issuable has, and those that its changes are about. */
export const findChangedLabels = ({ type, id }: NamedNoteable): Statement<RowOf<typeof labelColumns>> =>
  labelTemplates(type).with({ target_type: type, ...issuableValues(id) });

const milestoneColumns = columnsOf(milestones, "m");

const milestoneTemplates = variants(
  (type: IssuableType) =>
    select(
      milestoneColumns,
      sql`from milestones m where m.project_id = ${projectOf(type)} and m.iid in (
        select cast(substr(body, instr(body, '%') + 1) as integer) from ${texts("milestone")}
        union select o.iid from ${issuableTable(type)} t cross join milestones o on o.id = t.milestone_id
          where t.id = ${namedIssuableId(type)})`,
    ),
  String,
);

/** As {@link findChangedLabels}. */
export const findChangedMilestones = ({ type, id }: NamedNoteable): Statement<RowOf<typeof milestoneColumns>> =>
  milestoneTemplates(type).with({ target_type: type, ...issuableValues(id) });
