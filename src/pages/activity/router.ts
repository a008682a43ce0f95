// Activity and its feeds.
import type { PageTable } from "../page.ts";
import { groupActivityPage, ownActivityPage, projectActivityPage } from "./activity-page.tsx";
import { groupFeed, projectFeed, userFeed } from "./feeds.ts";

export const activityPages: PageTable = {
  "GET /-/activity": ownActivityPage,
  "GET /groups/:group/activity": groupActivityPage,
  "GET /:namespace/:project/activity": projectActivityPage,
  "GET /groups/:group{[^/]+\\.atom}": groupFeed,
  "GET /:username{[^/]+\\.atom}": userFeed,
  "GET /:namespace/:project{[^/]+\\.atom}": projectFeed,
};
