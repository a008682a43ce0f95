// Pages of commits.
import type { PageTable } from "../page.ts";
import { commitPage } from "./commit-page.tsx";
import { commitsPage, defaultCommitsPage } from "./commits-page.tsx";
import { createComment } from "./create-comment.ts";

export const commitPages: PageTable = {
  "GET /:namespace/:project/commits": defaultCommitsPage,
  "GET /:namespace/:project/commits/:ref": commitsPage,
  "GET /:namespace/:project/commits/:ref/*": commitsPage,
  "GET /:namespace/:project/commit/:sha": commitPage,
  "POST /:namespace/:project/commit/:sha": createComment,
};
