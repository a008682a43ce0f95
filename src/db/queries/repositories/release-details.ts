// Releases with their authors and links.
import { and, eq, sql } from "drizzle-orm";
import { type LinkType, releaseLinks, releases } from "../../schema/index.ts";
import { build, columnsOf, execute, type RowOf, type Statement, select, statement, variants } from "../../statement.ts";
import { keyOfId } from "../projects/projects.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

/** Guarded by {@link insertLinks}: a value of D1 has 2 MB. */
export const MOST_LINKS = 100;

export interface ReleaseLink {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly link_type: LinkType;
  /** `/bin/program`; null for none. */
  readonly filepath: string | null;
}

const linkObject = sql`json_object('id', id, 'name', name, 'url', url, 'link_type', link_type, 'filepath', filepath)`;

const detailColumns = {
  ...columnsOf(releases, "r"),
  author_username: sql<string | null>`u.username`,
  author_name: sql<string | null>`u.name`,
  author_state: sql<string | null>`u.state`,
  /** JSON of the links, newest first. */
  links: sql<string>`(select json_group_array(json(link)) from (select ${linkObject} as link from release_links
    where project_id = r.project_id and tag = r.tag order by id desc))`,
};

export type ReleaseDetailRow = RowOf<typeof detailColumns>;

const ofProject = sql`from releases r left join users u on u.id = r.author_id where r.project_id = ${namedProjectId}`;

const findTemplate = select(detailColumns, sql`${ofProject} and r.tag = ${sql.placeholder("tag")}`);

export const findReleaseDetail = (project: ProjectKey, tag: string): Statement<ReleaseDetailRow> =>
  findTemplate.with({ ...project, tag });

export const releaseDetailOf = (projectId: number, tag: string): Statement<ReleaseDetailRow> =>
  findReleaseDetail(keyOfId(projectId), tag);

export interface ReleaseOrder {
  readonly by: "released_at" | "created_at";
  readonly direction: "asc" | "desc";
}

const lists = variants(
  ({ by, direction }: ReleaseOrder) => {
    const column = by === "created_at" ? sql`r.created_at` : sql`coalesce(r.released_at, r.created_at)`;
    const way = sql.raw(direction);
    return select(
      detailColumns,
      sql`${ofProject} order by ${column} ${way}, r.tag ${way}
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    );
  },
  ({ by, direction }) => by + direction,
);

const countTemplate = select(
  { total: sql<number>`count(*)` },
  sql`from releases r where r.project_id = ${namedProjectId}`,
);

/** Two statements: a page of releases, and the total. May include releases of deleted tags. */
export function listReleaseDetails(
  project: ProjectKey,
  order: ReleaseOrder,
  limit: number,
  offset: number,
): [Statement<ReleaseDetailRow>, Statement<{ total: number }>] {
  return [lists(order).with({ ...project, limit, offset }), countTemplate.with({ ...project })];
}

export type NewLink = Omit<ReleaseLink, "id">;

/**
 * Inserts none if there would be more than {@link MOST_LINKS}. Violates foreign_key if the release is gone, and the keys
 * of name, url and filepath.
 */
export const insertLinks = (projectId: number, tag: string, links: readonly NewLink[]): Statement<ReleaseLink> =>
  execute(sql`insert into release_links (project_id, tag, name, url, link_type, filepath)
    select ${projectId}, ${tag}, value ->> 'name', value ->> 'url', value ->> 'link_type', value ->> 'filepath'
    from json_each(${JSON.stringify(links)})
    where (select count(*) from release_links where project_id = ${projectId} and tag = ${tag})
      + ${links.length} <= ${MOST_LINKS}
    returning id, name, url, link_type, filepath`);

export interface LinkKey {
  readonly projectId: number;
  readonly tag: string;
  readonly id: number;
}

const isLink = ({ projectId, tag, id }: LinkKey) =>
  and(eq(releaseLinks.project_id, projectId), eq(releaseLinks.tag, tag), eq(releaseLinks.id, id));

/** Returns the link if it exists. @param changes undefined is left as it is */
export const updateLink = (key: LinkKey, changes: Partial<NewLink>): Statement<ReleaseLink> =>
  statement(build.update(releaseLinks).set(changes).where(isLink(key)).returning());

export const deleteLink = (key: LinkKey): Statement => statement(build.delete(releaseLinks).where(isLink(key)));
