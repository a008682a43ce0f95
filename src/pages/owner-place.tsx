// Projects, groups and the server as owners of the same kinds of pages: hooks, audit events, notification settings.
import type { Child } from "hono/jsx";
import { AdminNav } from "./admin/admin-nav.tsx";
import { visitedGroup, visitedGroupId } from "./groups/find-group.ts";
import type { View } from "./page.ts";
import { groupUrl, visitedProjectUrl } from "./paths.ts";
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
  urlOf: (visit) => groupUrl({ path: visit.param("group") }),
  idOf: visitedGroupId,
  async frame(visit) {
    const group = await visitedGroup(visit);
    return (title, content) => ({ title: `${title} · ${group.name}`, content, group: { group, tab: "settings" } });
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
