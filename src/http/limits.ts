// Limits of one request. Requests beyond them are refused before any work; docs/limits.md lists all limits.

const MEBIBYTE = 1024 * 1024;

/** Bytes of any request body. Cloudflare enforces the same limit in front of the Worker; local servers do not. */
export const MOST_BODY_BYTES = 100 * MEBIBYTE;

/** Bytes of a request body to the API. The 30 MB of the largest commit take 40 MB in Base64. */
export const MOST_API_BODY_BYTES = 50 * MEBIBYTE;

/** Bytes of a request body to the API from a client whose headers and query carry no well-formed token. */
export const MOST_ANONYMOUS_BODY_BYTES = MEBIBYTE;

/** Parameters of the query and the body together; each element of a list counts. */
export const MOST_PARAMETERS = 1_000;

/** Nesting depth of arrays and objects in a JSON body. */
export const MOST_JSON_DEPTH = 100;

/** Array elements and object members in a JSON body, at any depth. The actions of a commit are a list of objects. */
export const MOST_JSON_VALUES = 100_000;
