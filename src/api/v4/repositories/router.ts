// Routes of trees and comparisons.
import type { RouteTable } from "../../route-table.ts";
import { compare, listTree } from "./tree-and-compare.ts";

export const repositoryRoutes: RouteTable = {
  "GET /projects/:id/repository/tree": listTree,
  "GET /projects/:id/repository/compare": compare,
};
