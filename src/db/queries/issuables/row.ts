// SQL that the selects of issues and of merge requests share.
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { MilestoneState } from "../../schema/milestones.ts";
import type { RowOf } from "../../statement.ts";

/**
 * True if the viewer is subscribed to issuable `t`: by their own setting, else by taking part in it. Needs the join
 * {@link participation}.
 */
export const subscribedTo = (t: string, type: IssuableType): SQL<Flag> =>
  isFollowed(`${t}.author_id`, `${t}.assignee_id`, ...(type === "Issue" ? [] : [`${t}.reviewer_id`]));

/** As {@link subscribedTo}. @param people columns that have the ids of author, assignee and reviewer */
export const isFollowed = (...people: string[]): SQL<Flag> =>
  sql<Flag>`${sql.raw(`coalesce(part.subscribed, ${people.map((id) => `coalesce(${id} = viewer_id, 0)`).join(" or ")}
    or coalesce(part.notes + part.awards + part.mentions > 0, 0), 0)`)}`;

/** The join of {@link subscribedTo}, after issuable `t`. */
export const participation = (t: string, type: IssuableType): string => participationIn(`'${type}'`, `${t}.id`);

/** As {@link participation}. @param type,id expressions that name the issuable */
export const participationIn = (type: string, id: string): string =>
  `left join participants part on part.target_type = ${type} and part.target_id = ${id} and part.user_id = viewer_id`;

/** JSON array of the titles of an issuable's labels, unordered. */
export const labelTitles = (t: string, type: IssuableType): SQL<string> => labelTitlesOf(`'${type}'`, `${t}.id`);

/** As {@link labelTitles}. @param type,id expressions that name the issuable */
export const labelTitlesOf = (type: string, id: string): SQL<string> =>
  sql<string>`${sql.raw(`(select json_group_array(lb.title) from label_links ll join labels lb on lb.id = ll.label_id
    where ll.target_type = ${type} and ll.target_id = ${id})`)}`;

/** JSON array of {id, title, color, description} of an issuable's labels, unordered: for lists that show whole labels. */
export const labelDetailsOf = (t: string, type: IssuableType): SQL<string> =>
  sql<string>`${sql.raw(`(select json_group_array(json_object('id', lb.id, 'title', lb.title, 'color', lb.color,
      'description', lb.description)) from label_links ll join labels lb on lb.id = ll.label_id
    where ll.target_type = '${type}' and ll.target_id = ${t}.id)`)}`;

/** JSON object {id, username, name, state} of a user; null if `id` is. @param id an expression */
export const profileOf = (id: string): SQL<string | null> =>
  sql<
    string | null
  >`${sql.raw(`(select json_object('id', pr.id, 'username', pr.username, 'name', pr.name, 'state', pr.state)
    from users pr where pr.id = ${id})`)}`;

export const milestoneColumns = {
  milestone_id: sql<number | null>`m.id`,
  milestone_iid: sql<number>`m.iid`,
  milestone_title: sql<string>`m.title`,
  milestone_description: sql<string | null>`m.description`,
  milestone_state: sql<MilestoneState>`m.state`,
  milestone_due_date: sql<string | null>`m.due_date`,
  milestone_start_date: sql<string | null>`m.start_date`,
  milestone_created_at: sql<string>`m.created_at`,
  milestone_updated_at: sql<string>`m.updated_at`,
};

/** The milestone of an issuable, and their project. */
export type MilestoneOfRow = RowOf<typeof milestoneColumns> & { readonly project_id: number };
