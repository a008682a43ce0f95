// Pages of merge requests.
import type { PageTable } from "../page.ts";
import { changesPage } from "./changes-page.tsx";
import { commitsPage } from "./commits-page.tsx";

export const mergeRequestPages: PageTable = {
  "GET /:namespace/:project/merge_requests/:iid/diffs": changesPage,
  "GET /:namespace/:project/merge_requests/:iid/commits": commitsPage,
};
