// The start page and the lists of what concerns the viewer.
import type { PageTable } from "../page.ts";
import { startPage } from "./dashboard.tsx";
import { mergeRequestsPage } from "./merge-requests-page.tsx";

export const dashboardPages: PageTable = {
  "GET /": startPage,
  "GET /-/merge_requests": mergeRequestsPage,
};
