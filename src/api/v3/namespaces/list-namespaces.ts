// GET /namespaces

import { listingNamespaces, namespaceListParams } from "../../namespaces/read-namespaces.ts";
import { presentNamespace } from "../presenters/namespace.ts";

export const listNamespaces = listingNamespaces(namespaceListParams, presentNamespace);
