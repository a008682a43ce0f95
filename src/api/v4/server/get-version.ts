// GET /version and /metadata

import { endpoint } from "../../endpoint.ts";
import { one } from "../../response.ts";
import { presentMetadata, presentVersion } from "../presenters/server.ts";

/**
 * Clients choose features by it: below 13.2 Renovate marks drafts with `WIP:`, below 13.4 it cuts texts, below 13.9 it sets
 * no reviewers, and from 17.11 it would use merge trains, which are missing here.
 */
const VERSION = "17.10.0";

const showing = <Body>(present: (version: string) => Body) =>
  endpoint({ access: "anyone", params: {}, response: one(present), handle: async () => present(VERSION) });

export const getVersion = showing(presentVersion);
export const getMetadata = showing(presentMetadata);
