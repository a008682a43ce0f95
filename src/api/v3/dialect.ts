// API v3 as a whole.
import { sufficient } from "../../permissions/scopes.ts";
import type { Dialect } from "../dialect.ts";
import { routes } from "./index.ts";

export const v3: Dialect = {
  path: "/api/v3",
  routes,
  isV4: false,
  scopesFor: ({ readUser }) => (readUser ? sufficient.readUser : sufficient.none),
  explaining: (_db, _viewer, serve) => serve(),
};
