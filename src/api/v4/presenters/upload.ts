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

interface Uploader {
  readonly id: number;
  readonly name: string;
  readonly username: string;
}

/** @param uploader undefined if unknown or deleted */
export const presentListedUpload = ({ id, size, name, created_at }: StoredUpload, uploader?: Uploader) => ({
  id,
  size,
  filename: name,
  created_at,
  uploaded_by: uploader === undefined ? null : { id: uploader.id, name: uploader.name, username: uploader.username },
});
