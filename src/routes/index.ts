// Every route of the API. Order matters where a word stands in the place of an id: the word comes first.
import { type Route, routesOf } from "../http/route-table.ts";
import { groupRoutes } from "./groups/router.ts";
import { issueRoutes } from "./issues/router.ts";
import { memberRoutes } from "./members/router.ts";
import { namespaceRoutes } from "./namespaces/router.ts";
import { projectRoutes } from "./projects/router.ts";
import { serverRoutes } from "./server/router.ts";
import { tokenRoutes } from "./tokens/router.ts";
import { userRoutes } from "./users/router.ts";

export const routes: Route[] = routesOf([
  serverRoutes,
  userRoutes,
  tokenRoutes,
  namespaceRoutes,
  groupRoutes,
  projectRoutes,
  memberRoutes,
  issueRoutes,
]);
