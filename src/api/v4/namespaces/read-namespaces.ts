// GET /namespaces and /namespaces/:id

import { gettingNamespace, listingNamespaces, ownedNamespaceListParams } from "../../namespaces/read-namespaces.ts";
import { presentNamespace } from "../presenters/namespace.ts";

export const listNamespaces = listingNamespaces(ownedNamespaceListParams, presentNamespace);
export const getNamespace = gettingNamespace(presentNamespace);
