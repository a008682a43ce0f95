// Pages with projects of all users.
import type { PageTable } from "../page.ts";
import { exploreGroupsPage, explorePage, exploreStarredPage } from "./explore-page.tsx";

export const explorePages: PageTable = {
  "GET /-/explore": explorePage,
  "GET /-/explore/starred": exploreStarredPage,
  "GET /-/explore/groups": exploreGroupsPage,
};
