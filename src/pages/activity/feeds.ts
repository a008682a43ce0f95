// GET /:namespace/:project.atom, /groups/:group.atom and /:username.atom

import type { ActivityRow } from "../../db/queries/events/activity.ts";
import { entityTag, isKnown } from "../../http/conditional.ts";
import { unauthorized } from "../../http/errors.ts";
import { viewerWithToken } from "../../middleware/authenticate.ts";
import { sufficient } from "../../permissions/scopes.ts";
import { ApiClient } from "../api-client.ts";
import { findGroupAt, groupIdAt } from "../groups/find-group.ts";
import type { Page } from "../page.ts";
import { userUrl } from "../paths.ts";
import { findUserAt } from "../users/find-user.ts";
import { findProjectAt, type Visit } from "../visit.ts";
import { atomFeed, type FeedSubject } from "./atom.ts";
import { groupActivity, projectActivity, userActivity } from "./streams.ts";

/** What a feed reads, all in the same turn. */
type Read = (api: ApiClient, visit: Visit) => Promise<[FeedSubject, readonly ActivityRow[]]>;

const feedOf =
  (read: Read): Page =>
  async (visit) => {
    const [subject, entries] = await read(readerOf(visit), visit);
    const text = atomFeed(visit.base.baseUrl, visit.url.pathname, subject, entries);
    const headers = {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      etag: entityTag(text, {}),
      vary: "Cookie",
    };
    return isKnown(visit.headers.get("if-none-match"), headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers });
  };

/** The viewer by their session or, for feed readers, by an access token in the address. @throws ApiError 401 */
function readerOf({ api, base, rootTokenHash, ...visit }: Visit): ApiClient {
  const token = visit.query.get("private_token");
  if (typeof token !== "string" || token === "") return api;
  const viewer = viewerWithToken(token, { rootTokenHash, scopes: sufficient.readUser, today: base.viewer.today });
  if (viewer.known_id === null && viewer.token_hash === null) throw unauthorized();
  const credentials = { viewer, anonymous: false, malformed: false, unknownViewer: unauthorized, sudo: false };
  return new ApiClient({ ...base, viewer, credentials });
}

/** The parameter of a path `name.atom`. */
const named = (visit: Visit, name: string): string => visit.param(name).replace(/\.atom$/, "");

export const projectFeed = feedOf(async (api, visit) => {
  const id = `${visit.param("namespace")}/${named(visit, "project")}`;
  const [project, { rows }] = await Promise.all([findProjectAt(api, id), api.list(projectActivity, { id })]);
  const title = `${project.namespace_path}/${project.path}`;
  return [{ key: `project/${project.id}`, title, path: `/${title}`, created_at: project.created_at }, rows];
});

export const groupFeed = feedOf(async (api, visit) => {
  const path = named(visit, "group");
  const id = await groupIdAt(api, path);
  const [group, { rows }] = await Promise.all([findGroupAt(api, path), api.list(groupActivity, { id })]);
  const { name: title, created_at } = group;
  return [{ key: `group/${group.id}`, title, path: `/groups/${path}`, created_at }, rows];
});

export const userFeed = feedOf(async (api, visit) => {
  const username = named(visit, "username");
  const [user, { rows }] = await Promise.all([findUserAt(api, username), api.list(userActivity, { username })]);
  const { name: title, created_at } = user;
  return [{ key: `user/${user.id}`, title, path: userUrl(user.username), created_at }, rows];
});
