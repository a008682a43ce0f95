// Every route of API v4, in matching order: fixed words come before the parameters that would match them.
import { type Route, routesOf } from "../route-table.ts";
import { branchRoutes } from "./branches/router.ts";
import { commitRoutes } from "./commits/router.ts";
import { fileRoutes } from "./files/router.ts";
import { groupRoutes } from "./groups/router.ts";
import { labelRoutes } from "./labels/router.ts";
import { memberRoutes } from "./members/router.ts";
import { milestoneRoutes } from "./milestones/router.ts";
import { namespaceRoutes } from "./namespaces/router.ts";
import { projectRoutes } from "./projects/router.ts";
import { protectedBranchRoutes } from "./protected-branches/router.ts";
import { releaseRoutes } from "./releases/router.ts";
import { repositoryRoutes } from "./repositories/router.ts";
import { serverRoutes } from "./server/router.ts";
import { tagRoutes } from "./tags/router.ts";
import { uploadRoutes } from "./uploads/router.ts";
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
  branchRoutes,
  protectedBranchRoutes,
  tagRoutes,
  releaseRoutes,
  repositoryRoutes,
  commitRoutes,
  fileRoutes,
  uploadRoutes,
]);
