// Uploaded files.
import type { StoredUpload } from "../../../git/repository/uploads.ts";
import type { Place } from "./commit.ts";

/** @param isPicture true if pages show it */
export function presentUpload({ id, secret, name }: StoredUpload, isPicture: boolean, place: Place) {
  const url = `/uploads/${secret}/${name}`;
  const alt = isPicture ? name.replace(/\.\w+$/, "") : name;
  return {
    id,
    alt,
    url,
    full_path: `/${place.namespace_path}/${place.path}${url}`,
    markdown: `${isPicture ? "!" : ""}[${alt}](${url})`,
  };
}
