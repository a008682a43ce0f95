// Reads the credentials of a request. It does not ask the database: the viewer is resolved inside the statements
// of the request (permissions/visible.ts), so that authentication costs no round trip of its own.
import { clamp } from "../http/coerce.ts";
import { type ApiError, forbidden, notFound, unauthorized } from "../http/errors.ts";
import type { GivenParams } from "../http/sources.ts";
import { hashToken, isTokenShaped, sameHash } from "../permissions/token.ts";
import type { ViewerKey } from "../permissions/visible.ts";

/** The administrator of the first migration, whose private token is ROOT_TOKEN. */
const ROOT_ID = 1;

/** Who a request says it is. */
export interface Credentials {
  readonly viewer: ViewerKey;
  /** No credentials, or none that could be right: nobody need be looked up. */
  readonly anonymous: boolean;
  /** What to answer when the database knows no such viewer and the endpoint wants one. */
  readonly unknownViewer: () => ApiError;
  /** The viewer acts by sudo: then one who is not found is a refusal everywhere. */
  readonly sudo: boolean;
}

/** Credentials that carry a sudo they are not entitled to: the refusal depends on whether they are an administrator's. */
export interface RefusedSudo {
  readonly refusedSudo: true;
  readonly viewer: ViewerKey;
}

export interface AuthenticationOptions {
  /** Of ROOT_TOKEN, as hashToken makes it. */
  readonly rootTokenHash: string | undefined;
  /** Whether a token of scope read_user is enough here. */
  readonly readUser: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** First hit decides: the `private_token` parameter, the PRIVATE-TOKEN header, Bearer, the `access_token` parameter. */
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
    return { viewer, anonymous, unknownViewer: unauthorized, sudo: false };
  }
  if (anonymous) throw unauthorized();
  if (!isRoot || !isPrivate) return { refusedSudo: true, viewer };
  const isId = /^\d+$/.test(sudo);
  return {
    viewer: { ...viewer, known_id: isId ? clamp(Number(sudo)) : null, known_username: isId ? null : sudo },
    anonymous: false,
    unknownViewer: () => notFound(`No user id or username for: ${sudo}`),
    sudo: true,
  };
}

/** Whom a token names to the database; one that cannot be right names nobody. */
export function viewerWithToken(token: string | undefined, options: AuthenticationOptions): ViewerKey {
  const { rootTokenHash, readUser, today } = options;
  const hash = token === undefined ? undefined : hashToken(token);
  const isRoot = hash !== undefined && isRootHash(hash, rootTokenHash);
  return {
    known_id: isRoot ? ROOT_ID : null,
    known_username: null,
    token_hash: !isRoot && token !== undefined && hash !== undefined && isTokenShaped(token) ? hash : null,
    read_user: readUser ? 1 : 0,
    today,
  };
}

/**
 * Whether the headers or the query show a token that could be right, which the database has not been asked yet.
 *
 * @param query the parameters of the query alone
 */
export function carriesToken(headers: Headers, query: GivenParams, rootTokenHash: string | undefined): boolean {
  const { token } = findToken(headers, query);
  return token !== undefined && (isTokenShaped(token) || isRootHash(hashToken(token), rootTokenHash));
}

const isRootHash = (hash: string, rootTokenHash: string | undefined): boolean =>
  rootTokenHash !== undefined && sameHash(hash, rootTokenHash);

/** Why a sudo was refused to somebody who is not (with this credential) allowed to use it. */
export function sudoRefusal(viewer: { viewer_id: number | null; viewer_admin: 0 | 1 } | undefined): ApiError {
  if (viewer?.viewer_id == null) return unauthorized();
  return viewer.viewer_admin === 1
    ? forbidden("Private token must be specified in order to use sudo")
    : forbidden("Must be admin to use sudo");
}

function findToken(headers: Headers, given: GivenParams): { token: string | undefined; isPrivate: boolean } {
  const parameter = given.get("private_token");
  if (parameter !== undefined) return { token: textOf(parameter) ?? "", isPrivate: true };
  const header = headers.get("private-token");
  if (header !== null) return { token: header, isPrivate: true };
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
  return { token: bearer ?? textOf(given.get("access_token")), isPrivate: false };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
