// Projects, groups and the server as owners of the same kinds of pages: hooks, audit events, notification settings.
import type { Child } from "hono/jsx";
import { findGroup } from "../db/queries/groups/groups.ts";
import { groupKey } from "../db/queries/groups/row.ts";
import { notFound } from "../http/errors.ts";
import { AdminNav } from "./admin/admin-nav.tsx";
import type { ApiClient } from "./api-client.ts";
import type { View } from "./page.ts";
import { visitedProjectUrl } from "./paths.ts";
import type { Visit } from "./visit.ts";

/** Puts the owner's name and navigation around the content of a page. */
export type Frame = (title: string, content: Child) => View;

export interface OwnerPlace {
  /** The path below which its pages are. */
  urlOf(visit: Visit): string;
  /** The API's `:id`; undefined for the server. */
  idOf(visit: Visit): Promise<string | undefined>;
  /** @throws ApiError 404 for an owner that the visitor may not see; the API's endpoints check the rest */
  frame(visit: Visit): Promise<Frame>;
}

export const projectPlace: OwnerPlace = {
  urlOf: visitedProjectUrl,
  idOf: async (visit) => visit.projectPath,
  async frame(visit) {
    const project = await visit.project();
    return (title, content) => ({ title: `${title} · ${project.name}`, content, project, tab: "settings" });
  },
};

export const groupPlace: OwnerPlace = {
  urlOf: groupUrlOf,
  idOf: (visit) => groupIdAt(visit, visit.param("group")),
  async frame(visit) {
    const path = visit.param("group");
    return (title, content) => ({
      title: `${title} · ${path}`,
      content: (
        <>
          <p class="crumbs">
            <a href={groupUrlOf(visit)}>{path}</a>
          </p>
          {content}
        </>
      ),
    });
  },
};

export const serverPlace: OwnerPlace = {
  urlOf: () => "/-/admin",
  idOf: async () => undefined,
  async frame(visit) {
    return (title, content) => ({
      title: `${title} · Administration`,
      content: (
        <>
          <AdminNav visit={visit} />
          {content}
        </>
      ),
    });
  },
};

function groupUrlOf(visit: Visit): string {
  return `/groups/${encodeURIComponent(visit.param("group"))}`;
}

/** The `:id` of the group with this path: the API would take a path of digits for an id. @throws ApiError 404 */
export async function groupIdAt({ base }: Pick<ApiClient, "base">, path: string): Promise<string> {
  if (!/^\d+$/.test(path)) return path;
  const { db, viewer } = base;
  const [[group]] = await db.batch(findGroup(viewer, groupKey({ id: null, path })));
  if (group === undefined || group.id === null) throw notFound("Group");
  return String(group.id);
}
