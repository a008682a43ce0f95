// Routes of namespaces.
import type { RouteTable } from "../../route-table.ts";
import { namespaceExists } from "./namespace-exists.ts";
import { getNamespace, listNamespaces } from "./read-namespaces.ts";

export const namespaceRoutes: RouteTable = {
  "GET /namespaces": listNamespaces,
  "GET /namespaces/:id": getNamespace,
  "GET /namespaces/:path/exists": namespaceExists,
};
