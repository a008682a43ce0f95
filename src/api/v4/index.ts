// Every route of API v4, in matching order: fixed words come before the parameters that would match them.
import { type Route, routesOf } from "../route-table.ts";
import { branchRoutes } from "./branches/router.ts";
import { commitRoutes } from "./commits/router.ts";
import { fileRoutes } from "./files/router.ts";
import { groupRoutes } from "./groups/router.ts";
import { hookRoutes } from "./hooks/router.ts";
import { issuableListRoutes } from "./issuable-lists/router.ts";
import { issueRoutes } from "./issues/router.ts";
import { labelRoutes } from "./labels/router.ts";
import { memberRoutes } from "./members/router.ts";
import { mergeRequestRoutes } from "./merge-requests/router.ts";
import { milestoneRoutes } from "./milestones/router.ts";
import { namespaceRoutes } from "./namespaces/router.ts";
import { pipelineRoutes } from "./pipelines/router.ts";
import { projectRoutes } from "./projects/router.ts";
import { repositoryRoutes } from "./repositories/router.ts";
import { serverRoutes } from "./server/router.ts";
import { statusRoutes } from "./statuses/router.ts";
import { tagRoutes } from "./tags/router.ts";
import { userRoutes } from "./users/router.ts";

export const routes: Route[] = routesOf([
  serverRoutes,
  userRoutes,
  namespaceRoutes,
  groupRoutes,
  projectRoutes,
  memberRoutes,
  labelRoutes,
  milestoneRoutes,
  issuableListRoutes,
  hookRoutes,
  mergeRequestRoutes,
  issueRoutes,
  branchRoutes,
  tagRoutes,
  repositoryRoutes,
  pipelineRoutes,
  statusRoutes,
  commitRoutes,
  fileRoutes,
]);
