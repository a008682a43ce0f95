// Records the first successful request of each operation, in a form that is the same in every run.
import { createHash } from "node:crypto";
import { checkConformance, operationAt } from "../support/conformance.ts";

type Json = Record<string, unknown>;

interface Recorded {
  request?: unknown;
  response?: unknown;
}

/** Sends requests of one user. Returns the response's body. @throws Error for a refusal */
// biome-ignore lint/suspicious/noExplicitAny: the body is what the operation responds with
export type Send = (method: string, path: string, body?: Json | FormData) => Promise<any>;

export class Recorder {
  readonly #origin: string;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #operations = new Map<string, Recorded>();
  readonly #webhooks = new Map<string, unknown>();

  readonly #version: 3 | 4;

  /** @param version of the API whose paths are called */
  constructor(origin: string, fetch: (request: Request) => Promise<Response>, version: 3 | 4) {
    this.#origin = origin;
    this.#fetch = fetch;
    this.#version = version;
  }

  as =
    (token: string): Send =>
    async (method, path, body) => {
      const url = `${this.#origin}/api/v${this.#version}${path}`;
      const isForm = body instanceof FormData;
      const json = body !== undefined && !isForm && { body: JSON.stringify(body) };
      const headers = { "PRIVATE-TOKEN": token, ...(json && { "content-type": "application/json" }) };
      const response = await this.#fetch(new Request(url, { method, headers, ...(isForm ? { body } : json) }));
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} is refused with ${response.status}: ${text}`);
      checkConformance({ method, url, status: response.status, headers: response.headers, text });
      const isJson = response.headers.get("content-type") === "application/json";
      const parsed: unknown = isJson ? JSON.parse(text) : undefined;
      this.#add(operationAt(method, url), isForm ? undefined : body, parsed);
      return parsed;
    };

  #add(operationId: string, request: Json | undefined, response: unknown): void {
    const known = this.#operations.get(operationId);
    // The first element of a list shows its form, and an empty list does not.
    const isEmpty = Array.isArray(known?.response) && known.response.length === 0;
    if (known !== undefined && !isEmpty) return;
    const shown = Array.isArray(response) ? response.slice(0, 1) : response;
    this.#operations.set(operationId, {
      ...(request !== undefined && { request }),
      ...(shown !== undefined && { response: shown }),
    });
  }

  addWebhook(name: string, payload: unknown): void {
    if (!this.#webhooks.has(name)) this.#webhooks.set(name, payload);
  }

  /** JSON of all that was recorded, by the names of operations and webhooks. */
  get text(): string {
    const sorted = (map: ReadonlyMap<string, unknown>) =>
      Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
    const webhooks = this.#webhooks.size > 0 && { webhooks: sorted(this.#webhooks) };
    const recorded = { operations: sorted(this.#operations), ...webhooks };
    return `${steady(JSON.stringify(recorded, null, 2), this.#origin)}\n`;
  }
}

/** Replaces what differs from run to run: times, commits, secrets and addresses. */
function steady(json: string, origin: string): string {
  const ids = new Map<string, string>();
  const steadyId = (id: string): string => {
    const known = ids.get(id) ?? createHash("sha1").update(`example ${ids.size}`).digest("hex");
    ids.set(id, known);
    return known;
  };
  const withIds = json.replace(/\b[0-9a-f]{40}\b/g, (id) => (/^0+$/.test(id) ? id : steadyId(id)));
  const short = new Map([...ids].map(([id, known]) => [id.slice(0, 8), known.slice(0, 8)]));
  return (
    withIds
      .replace(/"short_id": "([0-9a-f]{8})"/g, (_, id: string) => `"short_id": "${short.get(id) ?? id}"`)
      .replaceAll(origin, "https://tributary.example")
      .replaceAll(`git@${new URL(origin).hostname}`, "git@tributary.example")
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://receiver.example")
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(?=Z|[-+]\d{2}:\d{2})/g, (_, milliseconds = "") =>
        milliseconds === "" ? "2026-05-04T03:02:01" : "2026-05-04T03:02:01.000",
      )
      .replace(/\btrb_\w+/g, "trb_4fQYk6GnSbYqMzC0dR1xTu8pVwEaHj02wXyZ")
      .replace(/\bwhsec_[\w+/=]+/g, "whsec_dGhlIHNlY3JldCBvZiB0aGUgaG9vaw==")
      .replace(/\bmsg_test_[-0-9a-f]+/g, "msg_test_6b1f5a0e-2d4c-4f6a-9c5e-0d8b7a3e1f24")
      // What node:http adds to the receiver's response depends on the client.
      .replace(/"((?:response_)?headers)": \{\s+"connection"[^}]*\}/g, '"$1": {}')
      .replace(/"runners_token": "[^"]*"/g, '"runners_token": "aQ3xY7bN5cM1vZ9kLs2T"')
      // Made of the server's address.
      .replace(
        /"(x-gitlab-(?:event|webhook)-uuid|idempotency-key)": "[^"]+"/g,
        '"$1": "0b6ba1a4-3c5e-8b6e-a1f7-2f6d6d0f3a51"',
      )
      .replace(/"webhook-timestamp": "\d+"/g, '"webhook-timestamp": "1777863721"')
      .replace(/"(duration_ms|body_bytes)": \d+/g, '"$1": 42')
      .replace(/"(\w*duration)": [\d.]+/g, '"$1": 2')
      .replace(/(?<=\/uploads\/)[0-9a-f]{32}/g, "5f2a9c1e7b3d4068a1c5e9f70b2d4683")
  );
}
