// Turns the outcome of a verb into the response of its endpoint.
import { ApiError } from "../http/errors.ts";

interface Outcome {
  readonly kind: string;
}

/** The members of a union that can have this kind. */
type OfKind<O, Kind> = O extends { readonly kind: infer Kinds } ? (Kind extends Kinds ? O : never) : never;

/** One function per kind of outcome. A kind without a function does not compile. */
export type Responses<O extends Outcome> = { readonly [Kind in O["kind"]]: (outcome: OfKind<O, Kind>) => unknown };

/**
 * Calls the function of the outcome's kind. It returns what an endpoint may return (JSON, a Reply, a Response) or a
 * refusal.
 *
 * @throws ApiError the refusal, if it is one
 */
export async function respond<O extends Outcome>(outcome: O, responses: Responses<O>): Promise<unknown> {
  const response = await responseOf(responses, outcome.kind)(outcome);
  if (response instanceof ApiError) throw response;
  return response;
}

/** The function named by the kind takes every outcome of that kind. */
function responseOf<O extends Outcome>(responses: Responses<O>, kind: O["kind"]): (outcome: O) => unknown {
  return responses[kind] as (outcome: O) => unknown;
}
