// Reads the credentials of a request without a query: the statements of the request resolve the viewer
// (permissions/visible.ts), so that authentication needs no round trip of its own.
import { Buffer } from "node:buffer";
import { clamp } from "../http/coerce.ts";
import { type ApiError, forbidden, notFound, unauthorized } from "../http/errors.ts";
import type { GivenParams } from "../http/sources.ts";
import type { Sufficient } from "../permissions/scopes.ts";
import { hashToken, isTokenShaped, sameHash } from "../permissions/token.ts";
import type { ViewerKey } from "../permissions/visible.ts";

/** The administrator that the first migration creates; their token is ROOT_TOKEN. */
const ROOT_ID = 1;

/** The credentials of a request, not yet resolved to a viewer. */
export interface Credentials {
  readonly viewer: ViewerKey;
  /** True without credentials, or with malformed ones: the viewer needs no lookup. */
  readonly anonymous: boolean;
  /** True with malformed ones, which may be guesses of ROOT_TOKEN. */
  readonly malformed: boolean;
  /** The refusal if the endpoint needs a viewer and the database finds none. */
  readonly unknownViewer: () => ApiError;
  /** True if the viewer is named by sudo: an unknown one is refused even by endpoints open to the anonymous. */
  readonly sudo: boolean;
}

/** Credentials that may not use sudo. The refusal depends on whether the viewer is an administrator. */
export interface RefusedSudo {
  readonly refusedSudo: true;
  readonly viewer: ViewerKey;
}

export interface AuthenticationOptions {
  /** `hashToken` of ROOT_TOKEN. */
  readonly rootTokenHash: string | undefined;
  /** The scopes that suffice besides `api`. */
  readonly scopes: Sufficient;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Takes the first of: `private_token` parameter, PRIVATE-TOKEN header, Bearer header, `access_token` parameter. */
export function readCredentials(
  headers: Headers,
  given: GivenParams,
  options: AuthenticationOptions,
): Credentials | RefusedSudo {
  const { token, isPrivate } = findToken(headers, given);
  const viewer = viewerWithToken(token, options);
  const isRoot = viewer.known_id !== null;
  const anonymous = viewer.known_id === null && viewer.token_hash === null;
  const sudo = textOf(given.get("sudo")) ?? headers.get("sudo") ?? undefined;
  if (sudo === undefined || sudo === "") {
    const malformed = anonymous && token !== undefined && token !== "";
    return { viewer, anonymous, malformed, unknownViewer: unauthorized, sudo: false };
  }
  if (anonymous) throw unauthorized();
  if (!isRoot || !isPrivate) return { refusedSudo: true, viewer };
  const isId = /^\d+$/.test(sudo);
  return {
    viewer: { ...viewer, known_id: isId ? clamp(Number(sudo)) : null, known_username: isId ? null : sudo },
    anonymous: false,
    malformed: false,
    unknownViewer: () => notFound(`No user id or username for: ${sudo}`),
    sudo: true,
  };
}

/** The lookup key of a token's viewer. A malformed token finds nobody. */
export function viewerWithToken(token: string | undefined, options: AuthenticationOptions): ViewerKey {
  const { rootTokenHash, scopes, today } = options;
  const { isRoot, hash } = token === undefined ? nobody : examine(token, rootTokenHash);
  return { known_id: isRoot ? ROOT_ID : null, known_username: null, token_hash: hash, scopes, today };
}

/** What a token says without a query. */
interface Examined {
  readonly isRoot: boolean;
  /** Null for ROOT_TOKEN and for malformed tokens. */
  readonly hash: string | null;
}

const nobody: Examined = { isRoot: false, hash: null };

const MOST_EXAMINED = 1_000;

/** The last well-formed tokens with their hashes: a hash took 40 us of a request. Never ROOT_TOKEN. */
const examined = new Map<string, Examined & { readonly rootTokenHash: string | undefined }>();

function examine(token: string, rootTokenHash: string | undefined): Examined {
  const known = examined.get(token);
  if (known !== undefined && known.rootTokenHash === rootTokenHash) return known;
  const hash = hashToken(token);
  if (isRootHash(hash, rootTokenHash)) return { isRoot: true, hash: null };
  if (!isTokenShaped(token)) return nobody;
  const [oldest] = examined.size < MOST_EXAMINED ? [] : examined.keys();
  if (oldest !== undefined) examined.delete(oldest);
  const found = { isRoot: false, hash, rootTokenHash };
  // A copy: V8 makes a substring a view of the whole text, and a token may come from a body of 50 MB.
  examined.set(Buffer.from(token, "latin1").toString("latin1"), found);
  return found;
}

/**
 * True if the headers or the query contain a well-formed token. It has not been looked up yet.
 *
 * @param query the parameters of the query string only
 */
export function carriesToken(headers: Headers, query: GivenParams, rootTokenHash: string | undefined): boolean {
  const { token } = findToken(headers, query);
  if (token === undefined) return false;
  const { isRoot, hash } = examine(token, rootTokenHash);
  return isRoot || hash !== null;
}

/** The lookup key of the viewer whose token is in the headers or the query; null without a token, or for an empty one. */
export function viewerOfToken(headers: Headers, query: GivenParams, options: AuthenticationOptions): ViewerKey | null {
  const { token } = findToken(headers, query);
  return token === undefined || token === "" ? null : viewerWithToken(token, options);
}

const isRootHash = (hash: string, rootTokenHash: string | undefined): boolean =>
  rootTokenHash !== undefined && sameHash(hash, rootTokenHash);

/** The refusal of a sudo that the viewer, or this kind of credential, may not use. */
export function sudoRefusal(viewer: { viewer_id: number | null; viewer_admin: 0 | 1 } | undefined): ApiError {
  if (viewer?.viewer_id == null) return unauthorized();
  return viewer.viewer_admin === 1
    ? forbidden("Private token must be specified in order to use sudo")
    : forbidden("Must be admin to use sudo");
}

/** `isPrivate`: given as `private_token` or PRIVATE-TOKEN. */
export function findToken(headers: Headers, given: GivenParams): { token: string | undefined; isPrivate: boolean } {
  const parameter = given.get("private_token");
  if (parameter !== undefined) return { token: textOf(parameter) ?? "", isPrivate: true };
  const header = headers.get("private-token");
  if (header !== null) return { token: header, isPrivate: true };
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
  return { token: bearer ?? textOf(given.get("access_token")), isPrivate: false };
}

/** The parameters that carry a token. */
export const tokenParams: ReadonlySet<string> = new Set(["private_token", "access_token"]);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
