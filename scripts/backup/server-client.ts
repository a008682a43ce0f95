// A server as the backup commands see it: /-/backup with an administrator's token.
import { setTimeout as sleep } from "node:timers/promises";
import { NEWEST_MIGRATION } from "../../src/db/queries/server/migrations.ts";
import { Failure } from "../failure.ts";
import { redirectOf } from "../redirects.ts";

export interface ServerOptions {
  /** `https://host` */
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds before the first repetition of a request that failed; doubled for the second. */
  readonly pause?: number;
}

const ATTEMPTS = 3;

export class ServerClient {
  readonly url: string;
  readonly #options: ServerOptions;

  constructor(options: ServerOptions) {
    this.url = options.url.replace(/\/+$/, "");
    this.#options = options;
  }

  /** Repeated if the server cannot be reached or answers 5xx, since reading changes nothing. @throws Failure */
  async get(path: string): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#request("GET", path);
      } catch (error) {
        if (error instanceof Failure || attempt === ATTEMPTS) throw asFailure(error, this.url);
        await sleep((this.#options.pause ?? 1_000) * 2 ** attempt);
      }
    }
  }

  /** Not repeated: it may have been done although no response came. @throws Failure */
  async post(path: string, body: string | ReadableStream<Uint8Array>): Promise<unknown> {
    try {
      return await (await this.#request("POST", path, body)).json();
    } catch (error) {
      throw asFailure(error, this.url);
    }
  }

  async json<T>(path: string): Promise<T> {
    return (await (await this.get(path)).json()) as T;
  }

  /** @throws Failure for a refusal; any other error may be temporary */
  async #request(method: string, path: string, body?: string | ReadableStream<Uint8Array>): Promise<Response> {
    const init = {
      method,
      redirect: "manual" as const,
      headers: { "PRIVATE-TOKEN": this.#options.token },
      ...(body !== undefined && { body, duplex: "half" }),
    };
    const response = await (this.#options.fetch ?? fetch)(`${this.url}${path}`, init);
    if (response.ok) return response;
    redirectOf(response, this.url);
    const text = await response.text();
    if (response.status === 429 && !(body instanceof ReadableStream)) {
      await sleep(1_000 * Number(response.headers.get("retry-after") ?? 1));
      return this.#request(method, path, body);
    }
    if (response.status >= 500) throw new Error(`${response.status} ${text}`);
    throw new Refused(
      response.status,
      `${method} ${path} was refused with ${response.status}: ${advice(response.status, text)}`,
    );
  }
}

/** A response of 4xx. */
export class Refused extends Failure {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The tables of this checkout must be the server's. @param migration the server's newest @throws Failure */
export function requireSameVersion(migration: string): void {
  if (migration === NEWEST_MIGRATION) return;
  throw new Failure(
    `The server has migration ${migration}, and this checkout ${NEWEST_MIGRATION}. Run the command from a checkout of the server's version.`,
  );
}

function advice(status: number, text: string): string {
  if (status === 401) return "the token is wrong. Set TRIBUTARY_TOKEN to the token of an administrator.";
  if (status === 403) return "the token is not an administrator's.";
  return /"message":"(.*)"}$/.exec(text)?.[1] ?? text;
}

/** The error of `fetch` itself says only that it failed. */
function asFailure(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Failure(`${url} failed: ${reason}. Run the command again to continue.`);
}
