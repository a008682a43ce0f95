// GET /:namespace/:project/releases, of one tag, and the lasting addresses of its links. Releases are shown with tags.
import { getRelease } from "../../api/v4/releases/release-endpoints.ts";
import { notFound } from "../../http/errors.ts";
import type { Visit } from "../visit.ts";

export const showTags = async (visit: Visit): Promise<Response> => visit.redirect(`/${visit.projectPath}/tags`);

export async function downloadAsset(visit: Visit): Promise<Response> {
  const { assets } = await visit.api.call(getRelease, { id: visit.projectPath, tag_name: visit.param("tag") });
  const ending = `/downloads/${visit.restText}`;
  const link = assets.links.find(({ url, direct_asset_url: own }) => own !== url && own.endsWith(ending));
  if (link === undefined) throw notFound("Link");
  return visit.redirect(link.url);
}
