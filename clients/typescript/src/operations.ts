// Types of the arguments and the result of an operation, derived from the generated ones.
import type { paths } from "./schema.d.ts";

export type Method = "get" | "post" | "put" | "delete";

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** The body of the operation's successful response; `unknown` if it is no JSON, undefined if there is none. */
export type Success<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: Content<Responses[Status]> }[keyof Responses]
  : never;

type Content<Response> = Response extends { content: infer Types } ? Types[keyof Types] : undefined;

/** How a response is read. */
interface Parsed<Json> {
  json: Json;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
}

export type ParseAs = keyof Parsed<unknown>;

/** A successful response and its body. */
export interface Result<Operation, As extends ParseAs = "json"> {
  readonly data: Parsed<Success<Operation>>[As];
  readonly response: Response;
}

/** Parameters, body and the rest of one call; `params` and `body` are required if the operation requires any of them. */
export type CallOptions<Operation, As extends ParseAs = "json"> = ParamsOption<Operation> &
  BodyOption<Operation> &
  ParseOption<Operation, As> & {
    readonly headers?: Record<string, string>;
    readonly signal?: AbortSignal;
  };

type ParamsOption<Operation> = Operation extends { parameters: infer Parameters }
  ? Optional<"params", Parameters>
  : object;

type BodyOption<Operation> = Operation extends { requestBody: { content: infer Types } }
  ? { readonly body: Types[keyof Types] }
  : Operation extends { requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? object
      : { readonly body?: Content<NonNullable<Body>> }
    : object;

/** Requires `parseAs` where the response is no JSON. */
type ParseOption<Operation, As extends ParseAs> =
  unknown extends Success<Operation> ? { readonly parseAs: As & Exclude<ParseAs, "json"> } : { readonly parseAs?: As };

type Optional<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };

/** The options as an argument, which may be left out if nothing in them is required. */
export type Arguments<Operation, As extends ParseAs = "json"> =
  Record<never, never> extends CallOptions<Operation, As>
    ? [options?: CallOptions<Operation, As>]
    : [options: CallOptions<Operation, As>];
