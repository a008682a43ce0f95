// Calls as client-go makes them, the library of glab, Woodpecker, Flux and Argo CD: JSON, and every dot of a name escaped.
// https://gitlab.com/gitlab-org/api/client-go
import type { Actor } from "./actors.ts";
import { type Answer, send } from "./api.ts";
import { v4 } from "./v4.ts";

interface Call {
  readonly method: string;
  /** Below /api/v4, with its query. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** A name in a path. */
export const segment = (name: string | number): string => encodeURIComponent(name).replaceAll(".", "%2E");

export class ClientGo {
  readonly #headers: Record<string, string>;

  /** @param kind `bearer` for clients that hold a token of OAuth */
  constructor({ token }: Actor, kind: "private-token" | "bearer" = "private-token") {
    const given = token ?? "";
    this.#headers = kind === "bearer" ? { authorization: `Bearer ${given}` } : { "private-token": given };
  }

  get = (path: string): Promise<Answer> => this.#call({ method: "GET", path });
  post = (path: string, body?: object): Promise<Answer> => this.#call({ method: "POST", path, body });
  put = (path: string, body?: object): Promise<Answer> => this.#call({ method: "PUT", path, body });
  delete = (path: string): Promise<Answer> => this.#call({ method: "DELETE", path });

  #call({ method, path, body }: Call): Promise<Answer> {
    const writes = method === "POST" || method === "PUT";
    const headers = { ...this.#headers, accept: "application/json", ...(writes && contentType) };
    return send(v4(path), { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }
}

const contentType = { "content-type": "application/json" };
