// A Worker in the process of the test, with settings of its own and beside the server of the other tests.
import type { Answer } from "./api.ts";
import { type LocalWorker, type Replacements, startLocalWorker } from "./runtime/worker.ts";

const ROOT_TOKEN = "the-root-token-of-an-own-worker";

type OwnAnswer = Pick<Answer, "status" | "body" | "text" | "headers">;

interface Options {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** `request.cf` */
  readonly cf?: object;
}

export class OwnWorker {
  static readonly origin = "https://own.example";
  readonly token = ROOT_TOKEN;
  readonly #fetch: LocalWorker["fetch"];
  readonly #worker: LocalWorker;

  private constructor(fetch: LocalWorker["fetch"], worker: LocalWorker) {
    this.#fetch = fetch;
    this.#worker = worker;
  }

  /** Waits for the work that the Worker does after a response. */
  settle(): Promise<void> {
    return this.#worker.settle(1_000);
  }

  /** Another isolate of the same Worker, with a binding of its own to the same database. */
  isolate(binding: D1Database): OwnWorker {
    return new OwnWorker(this.#worker.isolate(binding), this.#worker);
  }

  static async start(vars: Readonly<Record<string, string>>, replaced: Replacements = {}): Promise<OwnWorker> {
    const worker = await startLocalWorker({ ROOT_TOKEN, ...vars }, replaced);
    return new OwnWorker(worker.fetch, worker);
  }

  /** @param path relative to /api/v3, except for git */
  async call(method: string, path: string, { token, headers, body, cf }: Options = {}): Promise<OwnAnswer> {
    const request = new Request(`${OwnWorker.origin}${path.includes(".git/") ? "" : "/api/v3"}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { "private-token": token }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await this.#fetch(
      cf === undefined ? request : Object.defineProperty(request, "cf", { value: cf }),
    );
    const text = await response.text();
    return { status: response.status, text, body: jsonOf(text), headers: response.headers };
  }

  /** Any request. @param path relative to the origin */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(new Request(OwnWorker.origin + path, { redirect: "manual", ...init }));
  }

  /** As the administrator. @returns the body @throws Error unless the status is below 300 */
  async ok(method: string, path: string, options: Options = {}): Promise<Answer["body"]> {
    const { status, text, body } = await this.call(method, path, { token: this.token, ...options });
    if (status >= 300) throw new Error(`A setup request failed with status ${status}: ${text}`);
    return body;
  }

  /** The id and a token of a new user. */
  async createUser(username: string): Promise<{ readonly id: number; readonly token: string }> {
    const body = { username, name: username, email: `${username}@example.com`, password: "secret-enough" };
    const { id } = await this.ok("POST", "/users", { body });
    const { token } = await this.ok("POST", `/users/${id}/impersonation_tokens`, {
      body: { name: "t", scopes: ["api"] },
    });
    return { id, token };
  }
}

function jsonOf(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
