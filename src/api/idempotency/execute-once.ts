// Executes a request with an Idempotency-Key at most once and replays its response, see docs/idempotency.md.
import type { Context } from "hono";
import type { ClaimKey } from "../../db/queries/idempotency/records.ts";
import { OperationResultLost, RepositoryGone } from "../../durable-objects/repositories.ts";
import { ApiError, badParameters, unprocessable } from "../../http/errors.ts";
import { validateParams } from "../../http/params.ts";
import { findToken } from "../../middleware/authenticate.ts";
import type { AppContext } from "../../middleware/dependencies.ts";
import type { Call, Endpoint } from "../endpoint.ts";
import { onError } from "../on-error.ts";
import { Claim, NotClaimed } from "./claim.ts";
import { fingerprintOf, recordIdOf } from "./fingerprint.ts";
import { openResponse, sealResponse } from "./sealed-response.ts";

/** Milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;
/** Milliseconds after which a request without a response counts as interrupted. */
const LEASE = 60_000;
/** Seconds until a client should repeat a request that is in progress. */
const RETRY_AFTER = "1";

/** Runs an endpoint and makes a response of its result. */
export type Execute = (endpoint: Endpoint, call: Call) => Promise<Response>;

/** @throws ApiError 400 for a malformed key; undefined where the request has none that counts */
export function idempotencyKey(request: Request, { credentials }: Call): string | undefined {
  if (request.method !== "POST" && request.method !== "PUT") return undefined;
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[!-~]{1,255}$/.test(key)) {
    throw badParameters(["The header Idempotency-Key must have 1 to 255 visible ASCII characters."]);
  }
  return credentials.anonymous ? undefined : key;
}

export async function executeOnce(
  c: Context<AppContext>,
  endpoint: Endpoint,
  call: Call,
  key: string,
  execute: Execute,
): Promise<Response> {
  const token = findToken(c.req.raw.headers, call.given).token ?? "";
  const claim = await claimKey(c.req.raw.method, call, key, token);
  return await new IdempotentRequest(c, endpoint, call, claim, token).respond(execute);
}

async function claimKey(
  method: string,
  { viewer, url, given, now }: Call,
  key: string,
  token: string,
): Promise<ClaimKey> {
  const after = (milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString();
  return {
    id: recordIdOf(viewer, key),
    fingerprint: await fingerprintOf({ method, path: new URL(url).pathname, given }, token),
    attempt: crypto.randomUUID(),
    now,
    lease_ends_at: after(LEASE),
    expires_at: after(LIFETIME),
  };
}

class IdempotentRequest {
  readonly #c: Context<AppContext>;
  readonly #endpoint: Endpoint;
  readonly #call: Call;
  readonly #key: ClaimKey;
  readonly #claim: Claim;
  readonly #token: string;

  constructor(c: Context<AppContext>, endpoint: Endpoint, call: Call, key: ClaimKey, token: string) {
    this.#c = c;
    this.#endpoint = endpoint;
    this.#key = key;
    this.#token = token;
    this.#call = call;
    const { repositories } = call;
    this.#claim = new Claim(call.db, key, call.viewer, {
      storesId: endpoint.reproduction?.idParam !== undefined,
      onClaimed: (operationId, isResumed) => repositories.identify(operationId, isResumed),
    });
  }

  async respond(execute: Execute): Promise<Response> {
    try {
      return await this.#finish(await execute(this.#endpoint, this.#call));
    } catch (error) {
      if (error instanceof NotClaimed) return await this.#respondFromRecord(error, execute);
      if (error instanceof ApiError || error instanceof RepositoryGone) {
        return await this.#finish(onError(error, this.#c));
      }
      // The change may be committed even so: the next attempt looks.
      if (this.#claim.isHeld) await this.#claim.yield();
      if (error instanceof OperationResultLost) throw responseLost();
      throw error;
    }
  }

  /** Refusals that changed nothing are not kept, so that the client can correct the request and repeat it. */
  async #finish(response: Response): Promise<Response> {
    if (!this.#claim.isHeld) return response;
    const { hasChanged: haveRefsMoved, isResumed } = this.#call.repositories;
    const hasChanged = this.#claim.hasChanged || haveRefsMoved;
    if (hasChanged || response.status < 400) await this.#store(response, hasChanged);
    // The earlier attempt may still be at work in a repository, where it is known by this claim.
    else if (isResumed) await this.#claim.yield();
    else await this.#claim.release();
    return response;
  }

  /** A failure is logged, not reported: the request is carried out, and its client gets the response now. */
  async #store(response: Response, hasChanged: boolean): Promise<void> {
    try {
      const sealed = await sealResponse(response, this.#token, this.#key.id);
      if (sealed !== null) await this.#claim.store(sealed);
      else if (hasChanged) await this.#claim.yield();
      else await this.#claim.release();
    } catch (error) {
      console.error(`request ${this.#c.var.requestId}: its response could not be stored`, error);
    }
  }

  async #respondFromRecord({ record, isOurs }: NotClaimed, execute: Execute): Promise<Response> {
    const { response: sealed, fingerprint, created_id } = record;
    const response = sealed === null ? undefined : await openResponse(sealed, this.#token, this.#key.id);
    // Under a former ROOT_TOKEN, the fingerprint was another one as well.
    if (response === null) throw responseLost();
    if (fingerprint !== this.#key.fingerprint) {
      throw unprocessable("The Idempotency-Key was used for another request");
    }
    if (isOurs) return await this.#reproduce(created_id, execute);
    if (response === undefined) throw inProgress();
    return replayed(response);
  }

  /** The server died after the change and before its response was stored. The GET of the changed record has it, too. */
  async #reproduce(createdId: number | null, execute: Execute): Promise<Response> {
    const { reproduction } = this.#endpoint;
    const idParam = reproduction?.idParam;
    const given = new Map<string, unknown>(Object.entries(this.#c.req.param()));
    if (idParam !== undefined) given.set(idParam, String(createdId));
    try {
      if (reproduction === undefined || (idParam !== undefined && createdId === null)) throw responseLost();
      const { by } = reproduction;
      const validation = validateParams(by.params, by.rules ?? {}, given);
      if ("refusal" in validation) throw responseLost();
      const response = await execute(by, { ...this.#call, access: by.access, given, params: validation.values });
      await this.#store(response, true);
      return replayed(response);
    } catch (error) {
      await this.#claim.yield();
      throw error instanceof ApiError ? responseLost() : error;
    }
  }
}

function replayed(response: Response): Response {
  response.headers.set("idempotency-replayed", "true");
  return response;
}

const inProgress = () =>
  new ApiError(409, { message: "A request with this Idempotency-Key is in progress" }, { "retry-after": RETRY_AFTER });

const responseLost = () =>
  new ApiError(409, {
    message:
      "The request with this Idempotency-Key was carried out, but its response was lost. Look for its result before you send it with another key.",
  });
