// Namespaces.
import type { NamespaceRow } from "../../../db/queries/groups/namespaces.ts";

export const presentNamespace = (namespace: NamespaceRow) => ({
  id: namespace.id,
  name: namespace.name,
  path: namespace.path,
  kind: namespace.kind,
  full_path: namespace.path,
});
