// Parameters of links of releases.
import type { NewLink } from "../../../db/queries/repositories/release-details.ts";
import type { LinkType } from "../../../db/schema/index.ts";
import { type FieldsOf, nothing, oneOf, orElse, text } from "../../../http/coerce.ts";

export const linkType = oneOf<LinkType>("other", "runbook", "image", "package");

/** `filepath` is the former name of `direct_asset_path`. */
export const linkFields = {
  name: text,
  url: text,
  link_type: orElse(linkType, nothing("is invalid")),
  direct_asset_path: text,
  filepath: text,
};

export const givenLink = (given: FieldsOf<typeof linkFields>): NewLink => ({
  name: given.name ?? "",
  url: given.url ?? "",
  link_type: given.link_type ?? "other",
  filepath: given.direct_asset_path || given.filepath || null,
});
