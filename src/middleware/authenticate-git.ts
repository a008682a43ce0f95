// Reads the credentials git sends: a token as the password, under any user name.
import { Buffer } from "node:buffer";
import type { ViewerKey } from "../permissions/visible.ts";
import { viewerWithToken } from "./authenticate.ts";

export interface GitCredentials {
  readonly viewer: ViewerKey;
  /** Some were sent; if the database then knows no such viewer, they are wrong. */
  readonly given: boolean;
  /** Nobody need be looked up. */
  readonly anonymous: boolean;
}

/** Basic, Bearer, and the API's own PRIVATE-TOKEN. @param today `YYYY-MM-DD` */
export function readGitCredentials(headers: Headers, rootTokenHash: string | undefined, today: string): GitCredentials {
  const authorization = headers.get("authorization");
  const token = tokenOf(authorization) ?? headers.get("private-token") ?? undefined;
  const viewer = viewerWithToken(token, { rootTokenHash, readUser: false, today });
  return {
    viewer,
    given: authorization !== null || token !== undefined,
    anonymous: viewer.known_id === null && viewer.token_hash === null,
  };
}

function tokenOf(authorization: string | null): string | undefined {
  const [, scheme, value = ""] = /^(Basic|Bearer)\s+(\S+)\s*$/i.exec(authorization ?? "") ?? [];
  if (scheme?.toLowerCase() !== "basic") return scheme === undefined ? undefined : value;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon === -1 ? undefined : pair.slice(colon + 1);
}
