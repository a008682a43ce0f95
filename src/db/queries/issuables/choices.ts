// What the forms of issues and merge requests offer: members, labels and milestones of the named project.
import { type SQL, sql } from "drizzle-orm";
import { unexpired, type ViewerKey, viewerCte, visibleGroup } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";

/** Members and milestones. */
export const MOST_CHOICES = 100;
/** Lists of issues show the colours of these. */
const MOST_LABELS = 1_000;

const choiceColumns = {
  kind: sql<"member" | "milestone" | "label">`kind`,
  id: sql<number>`choice_id`,
  /** The name of a member. */
  title: sql<string>`choice_title`,
  /** The username of a member, the iid of a milestone, or the colour of a label. */
  detail: sql<string>`choice_detail`,
};

export type ChoiceRow = RowOf<typeof choiceColumns>;

const firstMembers = (members: SQL): SQL =>
  sql`select * from (${members} order by 1 limit ${sql.raw(String(MOST_CHOICES))})`;

/** Members of the group are for those who may see it. */
const members = sql`select u.id, u.name, u.username from (
    ${firstMembers(sql`select dm.user_id as chosen_id from viewer cross join found cross join project_members dm
      where dm.project_id = found_id and ${sql.raw(unexpired("dm"))}`)}
    union
    ${firstMembers(sql`select gm.user_id from viewer cross join found cross join projects cp on cp.id = found_id
      cross join namespaces g on g.id = cp.namespace_id cross join group_members gm on gm.group_id = g.id
      where ${sql.raw(unexpired("gm"))} and ${visibleGroup("g")}`)}
    order by chosen_id limit ${sql.raw(String(MOST_CHOICES))}) cross join users u on u.id = chosen_id
  where u.state = 'active' order by u.name collate nocase, u.id`;

const template = selectWith(
  [viewerCte, ...foundProjectCtes],
  choiceColumns,
  sql`from (select 'member' as kind, id as choice_id, name as choice_title, username as choice_detail from (${members})
    union all select 'milestone', id, title, cast(iid as text) from (select m.id, m.title, m.iid from found cross join milestones m
      where m.project_id = found_id and m.state = 'active' order by m.iid desc limit ${sql.raw(String(MOST_CHOICES))})
    union all select 'label', id, title, color from (select l.id, l.title, l.color from found cross join labels l
      where l.project_id = found_id order by l.title limit ${sql.raw(String(MOST_LABELS))}))`,
);

/** The first 100 members by id, the newest 100 active milestones, and the first 1,000 labels by title. */
export const listChoices = (viewer: ViewerKey, project: ProjectKey): Statement<ChoiceRow> =>
  template.with({ ...viewer, ...project });
