// The lasting addresses of the links of a release, and API v4's address of a tag.
import { getRelease } from "../../api/v4/releases/release-endpoints.ts";
import { notFound } from "../../http/errors.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

export const showTag = async (visit: Visit): Promise<Response> =>
  visit.redirect(`${visitedProjectUrl(visit)}/tree/${encodeURIComponent(visit.param("tag"))}`);

export async function downloadAsset(visit: Visit): Promise<Response> {
  const { assets } = await visit.api.call(getRelease, { id: visit.projectPath, tag_name: visit.param("tag") });
  const ending = `/downloads/${visit.restText}`;
  const link = assets.links.find(({ url, direct_asset_url: own }) => own !== url && own.endsWith(ending));
  if (link === undefined) throw notFound("Link");
  return visit.redirect(link.url);
}
