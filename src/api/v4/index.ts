// Every route of API v4, in matching order: fixed words come before the parameters that would match them.
import { type Route, routesOf } from "../route-table.ts";
import { accessRequestRoutes } from "./access-requests/router.ts";
import { awardEmojiRoutes } from "./award-emoji/router.ts";
import { branchRoutes } from "./branches/router.ts";
import { commitRoutes } from "./commits/router.ts";
import { discussionRoutes } from "./discussions/router.ts";
import { eventRoutes } from "./events/router.ts";
import { fileRoutes } from "./files/router.ts";
import { groupRoutes } from "./groups/router.ts";
import { hookRoutes } from "./hooks/router.ts";
import { issuableListRoutes } from "./issuable-lists/router.ts";
import { issuableRoutes } from "./issuables/router.ts";
import { issueRoutes } from "./issues/router.ts";
import { labelRoutes } from "./labels/router.ts";
import { memberRoutes } from "./members/router.ts";
import { mergeRequestRoutes } from "./merge-requests/router.ts";
import { milestoneRoutes } from "./milestones/router.ts";
import { namespaceRoutes } from "./namespaces/router.ts";
import { noteRoutes } from "./notes/router.ts";
import { notificationSettingRoutes } from "./notification-settings/router.ts";
import { packageRoutes } from "./packages/router.ts";
import { pipelineRoutes } from "./pipelines/router.ts";
import { projectRoutes } from "./projects/router.ts";
import { protectedBranchRoutes } from "./protected-branches/router.ts";
import { releaseRoutes } from "./releases/router.ts";
import { repositoryRoutes } from "./repositories/router.ts";
import { searchRoutes } from "./search/router.ts";
import { serverRoutes } from "./server/router.ts";
import { statusRoutes } from "./statuses/router.ts";
import { tagRoutes } from "./tags/router.ts";
import { timeTrackingRoutes } from "./time-tracking/router.ts";
import { todoRoutes } from "./todos/router.ts";
import { tokenRoutes } from "./tokens/router.ts";
import { uploadRoutes } from "./uploads/router.ts";
import { userRoutes } from "./users/router.ts";

export const routes: Route[] = routesOf([
  serverRoutes,
  userRoutes,
  tokenRoutes,
  namespaceRoutes,
  groupRoutes,
  projectRoutes,
  memberRoutes,
  accessRequestRoutes,
  labelRoutes,
  milestoneRoutes,
  hookRoutes,
  issuableListRoutes,
  mergeRequestRoutes,
  issueRoutes,
  notificationSettingRoutes,
  todoRoutes,
  eventRoutes,
  searchRoutes,
  branchRoutes,
  protectedBranchRoutes,
  tagRoutes,
  releaseRoutes,
  repositoryRoutes,
  pipelineRoutes,
  statusRoutes,
  commitRoutes,
  fileRoutes,
  noteRoutes,
  issuableRoutes,
  discussionRoutes,
  awardEmojiRoutes,
  timeTrackingRoutes,
  uploadRoutes,
  packageRoutes,
]);
