// The limits of one request: what is beyond them is refused before it costs anything. docs/limits.md lists them all.

const MEBIBYTE = 1024 * 1024;

/** Bytes of any request body, as Cloudflare has it in front of the Worker: on other servers nobody else refuses more. */
export const MOST_BODY_BYTES = 100 * MEBIBYTE;

/** Bytes of a request body to the API. The 30 MB of the largest commit take 40 MB in Base64. */
export const MOST_API_BODY_BYTES = 50 * MEBIBYTE;

/** Bytes of a request body to the API from a client whose headers and query carry no well-formed token. */
export const MOST_ANONYMOUS_BODY_BYTES = MEBIBYTE;

/** Parameters of the query and the body together; each element of a list counts. */
export const MOST_PARAMETERS = 1_000;

/** Arrays and objects within each other in a JSON body. */
export const MOST_JSON_DEPTH = 100;

/** Array elements and object members in a JSON body, at any depth: there are lists of objects, as in a commit. */
export const MOST_JSON_VALUES = 100_000;
