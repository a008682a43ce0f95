// A web server on this machine to import from: `git http-backend`, or responses that a test makes up.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { run } from "./programs.ts";

export type Respond = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A client that leaves before its request is read, such as the import of a project that is deleted, is no failure. */
async function unlessAborted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
  }
}

export class GitRemote {
  readonly #server: Server;
  /** `METHOD path` of each request, with `as` and the user if it was authorised. */
  readonly requests: string[] = [];

  private constructor(respond: Respond) {
    this.#server = createServer((request, response) => {
      const user = Buffer.from(request.headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
      this.requests.push(`${request.method} ${request.url}${user === "" ? "" : ` as ${user}`}`);
      void unlessAborted(async () => respond(request, response));
    });
  }

  /** Declare it with `await using`. */
  static async start(respond: Respond): Promise<GitRemote> {
    const remote = new GitRemote(respond);
    remote.#server.listen(0, "127.0.0.1");
    await once(remote.#server, "listening");
    return remote;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get url(): string {
    return `${this.origin}/repository.git`;
  }
}

interface BackendOptions {
  /** False for a server that ignores the version that clients offer. */
  readonly speaksVersion2?: boolean;
  /** `NAME=value`, such as `uploadpack.allowFilter=true`. */
  readonly settings?: readonly string[];
}

/** Serves a repository under any path by `git http-backend`. @param path of the folder that HEAD is in */
export const gitBackend =
  (path: string, { speaksVersion2 = true, settings = [] }: BackendOptions = {}): Respond =>
  async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://localhost");
    const service = /\/(?:info\/refs|git-upload-pack)$/.exec(pathname)?.[0] ?? "/none";
    const input = await buffer(request);
    const environment = {
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_COUNT: String(settings.length + 1),
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      ...Object.fromEntries(settings.flatMap((setting, at) => pairOf(setting, at + 1))),
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROJECT_ROOT: path,
      PATH_INFO: service,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"],
      CONTENT_LENGTH: String(input.length),
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      HOME: dirname(path),
      ...(speaksVersion2 && { GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "") }),
    };
    const { stdout } = await run("git", ["http-backend"], { cwd: path, environment, input });
    const end = stdout.indexOf("\r\n\r\n");
    for (const line of stdout.toString("latin1", 0, end).split("\r\n")) {
      const [name = "", value = ""] = line.split(/: (.*)/);
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(stdout.subarray(end + 4));
  };

function pairOf(setting: string, at: number): [string, string][] {
  const [name = "", value = ""] = setting.split(/=(.*)/);
  return [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ];
}
