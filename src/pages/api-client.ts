// Calls endpoints of the API in this process, so that pages show and change exactly what the API would: the same
// parameters, rules, refusals and JSON. docs/decisions.md has the reasons.
import { type Call, type Endpoint, opensToAnonymous, Reply } from "../api/endpoint.ts";
import { type Params, validateParams } from "../http/params.ts";

/** Parameters before coercion, as in a query or a form. Undefined ones are not given. */
export type GivenValues<P extends Params> = { readonly [K in keyof P]?: unknown };

/** What all calls of one request share. */
export type CallBase = Omit<Call, "access" | "params" | "given" | "url">;

/** One page of a list. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  /** Null if it is not counted. */
  readonly total: number | null;
  readonly hasNext: boolean;
}

export class ApiClient {
  readonly base: CallBase;

  constructor(base: CallBase) {
    this.base = base;
  }

  /**
   * The JSON that the endpoint returns, as JavaScript; a Response from an endpoint of bytes.
   *
   * @throws ApiError the endpoint's refusal
   */
  async call<P extends Params, Body>(endpoint: Endpoint<P, Body>, values: GivenValues<P>): Promise<Body> {
    const result = await this.#run(endpoint, values);
    return bodyOf<Body>(result instanceof Reply ? result.body : result);
  }

  /** A page of an endpoint whose list has pages. @throws ApiError the endpoint's refusal */
  async list<P extends Params, Row>(endpoint: Endpoint<P, Row[]>, values: GivenValues<P>): Promise<Listed<Row>> {
    const result = await this.#run(endpoint, values);
    if (!(result instanceof Reply)) throw new Error("The list of this endpoint has no pages");
    const { body, headers } = result;
    const total = headers["x-total"];
    return {
      rows: bodyOf<Row[]>(body),
      page: Number(headers["x-page"] ?? 1),
      total: total === undefined ? null : Number(total),
      hasNext: (headers["x-next-page"] ?? "") !== "",
    };
  }

  #run<P extends Params>(endpoint: Endpoint<P>, values: GivenValues<P>): Promise<unknown> {
    const { base } = this;
    if (base.credentials.anonymous && !opensToAnonymous(endpoint.access)) throw base.credentials.unknownViewer();
    const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
    const validation = validateParams(endpoint.params, endpoint.rules ?? {}, given);
    if ("refusal" in validation) throw validation.refusal;
    return endpoint.handle({ ...base, access: endpoint.access, params: validation.values, given, url: base.baseUrl });
  }
}

/** What an endpoint returns has the type that its `response` declares; every response of the tests is compared with it. */
function bodyOf<Body>(body: unknown): Body {
  return body as Body;
}
