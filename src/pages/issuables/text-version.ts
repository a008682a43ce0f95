// Notices that somebody else has changed a title or a description since a form was filled with them.
import { hash } from "node:crypto";
import { conflict } from "../../http/errors.ts";
import type { Visit } from "../visit.ts";

interface Texts {
  readonly title: string;
  readonly description: string | null;
}

/** For the form's hidden field `version`. */
export const versionOf = ({ title, description }: Texts): string =>
  hash("sha256", JSON.stringify([title, description]), "base64url").slice(0, 12);

/** @param current texts, as they are now. @throws ApiError 409 if the submitted form was filled with others */
export function checkVersion(visit: Visit, current: Texts): void {
  const version = visit.formText("version");
  if (version !== undefined && version !== versionOf(current)) {
    throw conflict(
      "Somebody else has changed the title or the description. Save again to replace their text with yours.",
    );
  }
}
