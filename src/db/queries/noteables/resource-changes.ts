// The changes of labels and of the milestone of an issue or a merge request, as its system notes record them.
import { type SQL, sql } from "drizzle-orm";
import { labels, milestones } from "../../schema/index.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { columnsOf, type RowOf, type Statement, select, variants } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { issuableTable } from "../issuables/issuables.ts";
import { type NamedNoteable, type NoteRow, noteColumns, ofIssuable } from "./notes.ts";

/** Notes that are read, the newest. */
export const MOST_CHANGES = 1_000;

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

const changes = variants(
  (kind: ResourceKind) =>
    select(
      noteColumns,
      sql`from notes nt indexed by notes_of_target cross join users u on u.id = nt.author_id
        where ${ofIssuable("nt")} and nt.system = 1 and (${kinds[kind]} or nt.body like 'moved from %')
        order by nt.id desc limit ${sql.raw(String(MOST_CHANGES))}`,
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
export const findOrigin = (type: IssuableType, name: IssuableName) => origins(type).with(issuableValues(name));

const labelColumns = columnsOf(labels, "l");
const milestoneColumns = columnsOf(milestones, "m");

const named = sql`(select value from json_each(${sql.placeholder("names")}))`;

const labelTemplate = select(
  labelColumns,
  sql`from labels l where l.id in ${named} and l.project_id = ${sql.placeholder("project_id")}`,
);

/** Those of the project with these ids. */
export const findLabelsOf = (projectId: number, ids: readonly number[]): Statement<RowOf<typeof labelColumns>> =>
  labelTemplate.with({ project_id: projectId, names: JSON.stringify(ids) });

const milestoneTemplate = select(
  milestoneColumns,
  sql`from milestones m where m.project_id = ${sql.placeholder("project_id")} and m.iid in ${named}`,
);

/** Those of the project with these iids. */
export const findMilestonesOf = (
  projectId: number,
  iids: readonly number[],
): Statement<RowOf<typeof milestoneColumns>> =>
  milestoneTemplate.with({ project_id: projectId, names: JSON.stringify(iids) });
