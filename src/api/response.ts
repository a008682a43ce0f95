// What an endpoint responds with, as data: the description of the API is generated from it (docs/openapi.md).

/** A function whose return type is the JSON of a response: a presenter. */
export type Present = (...args: never[]) => unknown;

/**
 * - `one`: a value.
 * - `all`: a whole list.
 * - `paged`: a page of a list, with the pagination headers.
 * - `boundedPaged`: a page of a list whose total is counted up to 10,000.
 * - `openPaged`: a page of a list without a total.
 * - `bytes`: a body of these media types.
 * - `empty`: no body.
 */
export interface EndpointResponse {
  readonly form: "one" | "all" | "paged" | "boundedPaged" | "openPaged" | "bytes" | "empty";
  /**
   * Presenters of the value or of the list's elements, one for each shape; media types of bytes; and statuses besides
   * those that follow from the access rule and the parameters. A status below 300 replaces 201 (POST) and 200.
   */
  readonly given: readonly (Present | string | number)[];
}

const formed =
  <G extends Present | string>(form: EndpointResponse["form"]) =>
  (...given: (G | number)[]): EndpointResponse => ({ form, given });

export const one = formed<Present>("one");
export const all = formed<Present>("all");
export const paged = formed<Present>("paged");
export const boundedPaged = formed<Present>("boundedPaged");
export const openPaged = formed<Present>("openPaged");
export const bytes = formed<string>("bytes");
export const empty = formed<never>("empty");
