// Scopes of access tokens, and which of them suffice for a request.

/** `api` suffices for everything. */
export const scopes = ["api", "read_user", "read_api", "read_repository", "write_repository"] as const;

export type Scope = (typeof scopes)[number];

/**
 * The scopes that suffice besides `api`, as a GLOB pattern for the column `scopes` of a token, the JSON array of its
 * scopes: the statement of the viewer compares it (visible.ts). A pattern is for any one of the scopes in its comment.
 */
export const sufficient = {
  none: "",
  /** `read_user` */
  readUser: '*"read_user"*',
  /** `read_api` */
  readApi: '*"read_api"*',
  /** `read_api`, `read_user` */
  readApiOrUser: '*"read_[au]*',
  /** `read_api`, `read_repository` */
  readApiOrRepository: '*"read_[ar][ep]*',
  /** `read_repository`, `write_repository` */
  fetch: '*_repository"*',
  /** `write_repository` */
  push: '*"write_repository"*',
  /** Every scope. */
  any: "*",
} as const;

export type Sufficient = (typeof sufficient)[keyof typeof sufficient];
