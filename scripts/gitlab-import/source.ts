// A GitLab server that is read: finds out which API it speaks, follows pages, and waits where the server asks for it.
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import { redirectOf } from "../redirects.ts";
import type { Json } from "./json.ts";

export type ApiVersion = 3 | 4;

const ATTEMPTS = 8;
const LONGEST_PAUSE = 60_000;
const PER_PAGE = "100";
const MOST_REDIRECTS = 5;

export class Source {
  readonly version: ApiVersion;
  readonly #base: string;
  readonly #token: string;
  readonly #pause: number;

  /** @param pause milliseconds before the first repetition; doubled with each */
  constructor(url: URL, version: ApiVersion, token: string, pause = 1_000) {
    this.version = version;
    this.#base = `${url.href.replace(/\/+$/, "")}/api/v${version}`;
    this.#token = token;
    this.#pause = pause;
  }

  /**
   * Prefers v4, except of Tributary, whose v4 lacks issues and merge requests and whose v3 has everything. A server that
   * answers 401 speaks the version, but does not know the token.
   *
   * @throws Failure if the server speaks neither, or refuses the token
   */
  static async detect(url: URL, token: string, pause?: number): Promise<Source> {
    for (const version of [4, 3] as const) {
      const source = new Source(url, version, token, pause);
      const response = await source.#request("/user");
      if (response.status === 401) throw new Failure(`${url.origin} does not accept the token. Check --token.`);
      if (!response.ok || !isJson(response)) continue;
      if (version === 4 && (await source.get("/version"))?.revision === "tributary") continue;
      return source;
    }
    throw new Failure(`${url.href} speaks neither GitLab's API v4 nor v3. Check --from.`);
  }

  /** Null for a resource that does not exist or that the token may not read. @throws Failure for other refusals */
  async get(path: string): Promise<Json | null> {
    const response = await this.#request(path);
    if (response.status === 404 || response.status === 403) return null;
    await this.#expectOk(response, path);
    return (await response.json()) as Json;
  }

  /** Pages of a list; none for a list that does not exist, or that the token may not read (`onRefused`). */
  async *pages(path: string, onRefused = () => {}): AsyncGenerator<Json[]> {
    const mark = path.includes("?") ? "&" : "?";
    let page: string | null = "1";
    while (page !== null && page !== "") {
      const response = await this.#request(`${path}${mark}per_page=${PER_PAGE}&page=${page}`);
      if (response.status === 403) onRefused();
      if (response.status === 404 || response.status === 403) return;
      await this.#expectOk(response, path);
      yield (await response.json()) as Json[];
      // Lists that have no pages lack the header.
      page = response.headers.get("x-next-page");
    }
  }

  async list(path: string, onRefused = () => {}): Promise<Json[]> {
    return (await Array.fromAsync(this.pages(path, onRefused))).flat();
  }

  async #expectOk(response: Response, path: string): Promise<void> {
    if (response.ok) return;
    throw new Failure(`GET ${path} returned ${response.status}: ${(await response.text()).slice(0, 500)}`);
  }

  /** Repeats requests that met a rate limit, an overloaded server or a broken connection. */
  async #request(path: string): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#attempt(path);
      const isTemporary = response instanceof Error || response.status === 429 || response.status >= 500;
      if (!isTemporary) return response;
      if (attempt === ATTEMPTS) {
        const reason = response instanceof Error ? response.message : String(response.status);
        throw new Failure(`GET ${path} failed ${ATTEMPTS} times: ${reason}. Run the command again: it continues here.`);
      }
      await sleep(this.#pauseAfter(response, attempt));
    }
  }

  async #attempt(path: string): Promise<Response | Error> {
    try {
      let url = this.#base + path;
      for (let redirects = 0; ; redirects += 1) {
        const response = await fetch(url, { headers: { "private-token": this.#token }, redirect: "manual" });
        const next = redirectOf(response, url);
        if (next === null || redirects === MOST_REDIRECTS) return response;
        url = next;
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** `Retry-After` in seconds, if the server says so. */
  #pauseAfter(response: Response | Error, attempt: number): number {
    const asked = response instanceof Error ? null : response.headers.get("retry-after");
    const seconds = asked === null ? Number.NaN : Number(asked);
    const pause = Number.isFinite(seconds) ? seconds * 1_000 : this.#pause * 2 ** (attempt - 1);
    return Math.min(pause, LONGEST_PAUSE);
  }
}

const isJson = (response: Response): boolean =>
  response.headers.get("content-type")?.includes("application/json") === true;
