// The param that names an issue or a merge request. Callers in this process may also give an Iid.
import { type IdOrIid, Iid, type IssuableName } from "../db/queries/issuables/issuable-key.ts";
import { projectKey } from "../db/queries/projects/row.ts";
import { type IdOrPath, integer, orInstance } from "../http/coerce.ts";

/** As `integer`. */
export const issuableId = orInstance(integer, Iid);

/** How statements name the issuable. @param given null names none */
export const issuableName = (project: IdOrPath, given: IdOrIid | null): IssuableName =>
  given instanceof Iid ? { ...projectKey(project), iid: given.value } : (given ?? 0);

/** For `retryWhileStale`. Requests that name the issuable in another way take no turns with this one. */
export const retriedName = (project: IdOrPath, given: IdOrIid | null): number | string =>
  given instanceof Iid ? `${project.id ?? project.path}#${given.value}` : (given ?? 0);
