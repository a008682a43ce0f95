// The Hono application: middleware in order, every route, and the fallbacks for unknown routes and errors.
import type { Handler, MiddlewareHandler } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { backupRoutes, serveBackup } from "./api/backup/router.ts";
import { gitRoutes } from "./api/git/router.ts";
import { getHealth, getReadiness } from "./api/health/router.ts";
import { onError, onUnknownRoute } from "./api/on-error.ts";
import { getDescription } from "./api/openapi.ts";
import { getReference } from "./api/reference.ts";
import { serveEndpoint } from "./api/serve-endpoint.ts";
import { v3 } from "./api/v3/dialect.ts";
import { v4 } from "./api/v4/dialect.ts";
import { normalisePath } from "./http/normalise-path.ts";
import { openToBrowsers, preflight } from "./middleware/cors.ts";
import { type AppContext, assets, dependencies } from "./middleware/dependencies.ts";
import { limitRequests } from "./middleware/limit-requests.ts";
import { refuseDeliveries } from "./middleware/refuse-deliveries.ts";
import { requestContext } from "./middleware/request-context.ts";
import { storeNothing } from "./middleware/store-nothing.ts";
import { getPageAsset } from "./pages/page-assets.ts";
import { withoutDash } from "./pages/without-dash.ts";

/** A module of its own, loaded with the first page: it is a quarter of the Worker, and the API does not need it. */
const loadPages = () => import("./pages/serve-page.tsx");

const onlyPages: MiddlewareHandler<AppContext> = async (c, next) => (await loadPages()).onlyPages(c, next);
const servePages: Handler<AppContext> = async (c) => (await loadPages()).servePages(c);

export function createApp(): HonoBase<AppContext> {
  // Hono's own router tries RegExpRouter first, which refuses these routes.
  const app = new HonoBase<AppContext>({ router: new TrieRouter(), getPath: normalisePath });
  app.use(requestContext, storeNothing, refuseDeliveries);
  for (const dialect of [v3, v4]) {
    app.options(`${dialect.path}/*`, preflight);
    app.use(`${dialect.path}/*`, openToBrowsers, limitRequests("api"), dependencies);
    app.get(`${dialect.path}/openapi.json`, getDescription);
    for (const { method, path, endpoint } of dialect.routes) {
      app.on(method, dialect.path + path, (c) => serveEndpoint(endpoint, c, dialect));
    }
  }
  app.get("/-/health", getHealth);
  app.get("/-/readiness", limitRequests("api"), dependencies, getReadiness);
  for (const route of backupRoutes) {
    app.on(route.method, route.path, limitRequests("api"), dependencies, (c) => serveBackup(route, c));
  }
  for (const { method, path, serve } of gitRoutes) {
    app.on(method, path, limitRequests("git"), dependencies, (c) =>
      serve({ ...c.var, request: c.req.raw, params: c.req.param() }),
    );
  }
  // Behind git's routes: a group may be named docs.
  for (const path of ["/docs", "/docs/*", "/llms.txt"]) app.get(path, assets, getReference);
  app.get("/-/assets/*", getPageAsset);
  app.get("/:namespace/:project/-/*", withoutDash);
  app.all("*", onlyPages, limitRequests("api"), dependencies, servePages);
  app.notFound(onUnknownRoute);
  app.onError(onError);
  return app;
}
