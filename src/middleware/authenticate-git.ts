// Reads the credentials of git clients: a token as the password, with any user name.
import { Buffer } from "node:buffer";
import type { ViewerKey } from "../permissions/visible.ts";
import { type AuthenticationOptions, viewerWithToken } from "./authenticate.ts";

export interface GitCredentials {
  readonly viewer: ViewerKey;
  /** True if the client sent credentials: they are wrong if the database finds no viewer for them. */
  readonly given: boolean;
  /** True if no credentials can be valid: the viewer needs no lookup. */
  readonly anonymous: boolean;
}

/** Accepts Basic, Bearer and the API's PRIVATE-TOKEN header. */
export function readGitCredentials(headers: Headers, options: AuthenticationOptions): GitCredentials {
  const authorization = headers.get("authorization");
  const token = tokenOf(authorization) ?? headers.get("private-token") ?? undefined;
  const viewer = viewerWithToken(token, options);
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
