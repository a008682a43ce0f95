// GET /projects/:id/releases/permalink/latest, and what is below it: a redirect to the release
import { projectKey } from "../../../db/queries/projects/row.ts";
import { listReleaseDetails } from "../../../db/queries/repositories/release-details.ts";
import { segment } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { type ProjectCall, Reply } from "../../endpoint.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { empty } from "../../response.ts";

const newest = { by: "released_at", direction: "desc" } as const;

/** They lead to the release. GitLab keeps `order_by` for later. */
const ownParams = new Set(["id", "suffix_path", "order_by"]);

/** @param suffix begins with a slash */
async function redirect(call: ProjectCall, suffix = ""): Promise<Reply> {
  const [statement] = listReleaseDetails(projectKey(call.params.id), newest, 1, 0);
  const { project, rows } = await withRepository(call, statement);
  const [[release]] = rows;
  if (release === undefined) throw recordNotFound();
  const given = [...call.given].filter(([name]) => !ownParams.has(name)).map(([name, value]) => [name, String(value)]);
  const query = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  const address = `${call.baseUrl}/api/v4/projects/${project.id}/releases/${encodeURIComponent(release.tag)}`;
  return new Reply(302, null, { location: address + suffix + query });
}

export const getLatestRelease = repositoryEndpoint({
  access: "visible_code",
  params: {},
  response: empty(302),
  handle: (call) => redirect(call),
});

export const getBelowLatestRelease = repositoryEndpoint({
  access: "visible_code",
  params: { suffix_path: required(segment) },
  response: empty(302),
  handle: (call) => redirect(call, `/${call.params.suffix_path.split("/").map(encodeURIComponent).join("/")}`),
});
