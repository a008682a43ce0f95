// Namespaces.
import type { NamespaceRow } from "../../../db/queries/groups/namespaces.ts";
import type { PresenterContext } from "../../presenter-context.ts";

export const presentNamespace = ({ id, name, path, kind }: NamespaceRow, { baseUrl }: PresenterContext) => ({
  id,
  name,
  path,
  kind,
  full_path: path,
  parent_id: null,
  avatar_url: null,
  web_url: kind === "group" ? `${baseUrl}/groups/${path}` : `${baseUrl}/${path}`,
});

/** No other paths are suggested. */
export const presentExistence = (exists: boolean) => ({ exists, suggests: noPaths() });

const noPaths = (): string[] => [];
