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
export interface EndpointResponse<Body = unknown> {
  readonly form: "one" | "all" | "paged" | "boundedPaged" | "openPaged" | "bytes" | "empty";
  /** Never set: it only carries the type of the body, for callers in this process. */
  readonly body?: Body;
  /**
   * Presenters of the value or of the list's elements, one for each shape; media types of bytes; and statuses besides
   * those that follow from the access rule and the parameters. Statuses below 300 replace 201 (POST) and 200.
   */
  readonly given: readonly (Present | string | number)[];
}

type Given = EndpointResponse["given"];

/** What these presenters return. */
type Presented<G> = G extends Present ? ReturnType<G> : never;

const formed =
  <Body>(form: EndpointResponse["form"]) =>
  (given: Given): EndpointResponse<Body> => ({ form, given });

const listed =
  (form: "all" | "paged" | "boundedPaged" | "openPaged") =>
  <G extends (Present | number)[]>(...given: G) =>
    formed<Presented<G[number]>[]>(form)(given);

export const one = <G extends (Present | number)[]>(...given: G) => formed<Presented<G[number]>>("one")(given);
export const all = listed("all");
export const paged = listed("paged");
export const boundedPaged = listed("boundedPaged");
export const openPaged = listed("openPaged");
export const bytes = (...given: (string | number)[]) => formed<Response>("bytes")(given);
export const empty = (...given: number[]) => formed<null>("empty")(given);
