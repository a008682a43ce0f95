// Pages with projects of all users.
import type { PageTable } from "../page.ts";
import { exploreGroupsPage, explorePage, exploreStarredPage, toGroups, toProjects } from "./explore-page.tsx";

export const explorePages: PageTable = {
  "GET /-/explore": explorePage,
  "GET /-/explore/starred": exploreStarredPage,
  "GET /-/explore/groups": exploreGroupsPage,
  "GET /groups": toGroups,
  "GET /projects": toProjects,
};
