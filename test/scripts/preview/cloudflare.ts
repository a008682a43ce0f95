// As much of Cloudflare's API as wrangler needs for previews, on a local port: it records what wrangler sends.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { compileCache } from "../../support/compile-cache.ts";

/** The part of a preview's deployment that isolates it. */
export interface Deployment {
  readonly env: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly migrations: { readonly new_tag: string; readonly steps: readonly object[] };
  readonly annotations: Readonly<Record<string, string>>;
  readonly main_module: string;
}

const ACCOUNT = "0123456789abcdef0123456789abcdef";

export class Cloudflare {
  /** `POST /accounts/.../previews` */
  readonly requests: string[] = [];
  /** Of the one preview. */
  deployment: Deployment | null = null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async create(): Promise<Cloudflare> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Cloudflare(server);
  }

  /** For wrangler. */
  get environment(): Readonly<Record<string, string>> {
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      // Otherwise wrangler looks for a newer version of itself.
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_WRITE_LOGS: "false",
      NODE_COMPILE_CACHE: compileCache,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").replace(`/accounts/${ACCOUNT}/workers/workers/`, "").split("?")[0] ?? "";
    this.requests.push(`${request.method} ${path}`);
    const body = Buffer.concat(await request.toArray());
    const [status, value] = await this.#respond(
      `${request.method} ${path}`,
      request.headers["content-type"] ?? "",
      body,
    );
    const envelope =
      status === 200
        ? { success: true, result: value, errors: [], messages: [] }
        : { success: false, result: null, errors: [{ code: value, message: "Not found." }], messages: [] };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(envelope));
  }

  async #respond(call: string, type: string, body: Buffer): Promise<[status: number, value: unknown]> {
    if (call.endsWith("/scripts/tributary-previews/assets-upload-session")) {
      return [200, { jwt: "every-asset-is-known", buckets: [] }];
    }
    const previewNotFound: [number, number] = [404, 10025];
    const preview = {
      id: "preview-1",
      name: "demo",
      slug: "demo",
      urls: ["https://demo-tributary-previews.example.workers.dev"],
    };
    if (call === "POST tributary-previews/previews") return [200, preview];
    if (call === "POST tributary-previews/previews/preview-1/deployments") {
      const form = await new Response(body, { headers: { "content-type": type } }).formData();
      this.deployment = deploymentOf(String(form.get("metadata")));
      return [200, { id: "deployment-1", ...this.deployment }];
    }
    if (this.deployment === null) return previewNotFound;
    if (call === "DELETE tributary-previews/previews/demo") {
      this.deployment = null;
      return [200, null];
    }
    return call.endsWith("/deployments/latest") ? [200, { id: "deployment-1", ...this.deployment }] : previewNotFound;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** @param metadata of wrangler's upload */
const deploymentOf = (metadata: string): Deployment => JSON.parse(metadata) as Deployment;
