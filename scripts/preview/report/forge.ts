// What reporting needs of the server that hosts the repository.
import { Failure } from "../../failure.ts";

export type ReportedState = "running" | "success" | "failed";

export interface CommitStatus {
  readonly state: ReportedState;
  /** Null while there is no URL. */
  readonly url: string | null;
  readonly description: string;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
}

/** The path of a merge request's or pull request's comments. */
export type Comments = string;

/** Every method throws a Failure for an unexpected response. */
export interface Forge {
  setStatus(sha: string, status: CommitStatus): Promise<void>;
  /** Of the newest merge request from the branch of this project; null without one. */
  findComments(branch: string): Promise<Comments | null>;
  /** Those that the token may edit: anybody can write a comment with the mark of the report. */
  listComments(comments: Comments): Promise<readonly Comment[]>;
  addComment(comments: Comments, body: string): Promise<void>;
  editComment(comments: Comments, id: number, body: string): Promise<void>;
}

/** Sends JSON to one server with one token. */
export class ForgeClient {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** What the reader should check after a refusal. */
  readonly #next: string;

  constructor(base: string, headers: Readonly<Record<string, string>>, next: string) {
    this.#base = base;
    this.#headers = headers;
    this.#next = next;
  }

  async send(method: "POST" | "PUT" | "PATCH", path: string, values: object): Promise<void> {
    await this.#call(method, `${this.#base}${path}`, JSON.stringify(values));
  }

  async get<Item>(path: string): Promise<Item> {
    return this.#json<Item>(await this.#call("GET", `${this.#base}${path}`, null));
  }

  /** All pages. @param path with a query */
  async list<Item>(path: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let url: string | null = `${this.#base}${path}&per_page=100`; url !== null; ) {
      const response: Response = await this.#call("GET", url, null);
      items.push(...(await this.#json<Item[]>(response)));
      url = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
    }
    return items;
  }

  async #call(method: string, url: string, body: string | null): Promise<Response> {
    const headers = { ...this.#headers, ...(body !== null && { "Content-Type": "application/json" }) };
    let response: Response;
    try {
      response = await fetch(url, { method, headers, body });
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new Failure(`${url} could not be reached: ${reason}\n\n${this.#next}`);
    }
    if (response.ok) return response;
    throw new Failure(`${method} ${url} responded with ${response.status} ${await response.text()}\n\n${this.#next}`);
  }

  async #json<Body>(response: Response): Promise<Body> {
    try {
      return (await response.json()) as Body;
    } catch {
      throw new Failure(`${response.url} did not respond with JSON.\n\n${this.#next}`);
    }
  }
}

export const CONTEXT = "preview";
