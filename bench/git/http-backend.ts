// The reference server: git's own `http-backend` behind an HTTP server.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface GitServer {
  readonly url: string;
  /** Creates an empty repository that accepts anonymous pushes, and returns its URL. */
  create(name: string): string;
  dispose(): Promise<void>;
}

/** Serves bare repositories below `root` through `git http-backend`. */
export async function startHttpBackend(root: string): Promise<GitServer> {
  const execPath = spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout.trim();
  const server = createServer((request, response) =>
    serve(join(execPath, "git-http-backend"), root, request, response),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    create(name) {
      const path = join(root, `${name}.git`);
      for (const args of [
        ["init", "--quiet", "--bare", path],
        ["-C", path, "config", "http.receivepack", "true"],
        ["-C", path, "config", "uploadpack.allowAnySHA1InWant", "true"],
      ]) {
        const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
        if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
      }
      return `${url}/${name}.git`;
    },
    async dispose() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function serve(backend: string, root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const headers = request.headers;
  const child = spawn(backend, [], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers["content-type"] ?? "",
      CONTENT_LENGTH: headers["content-length"] ?? "",
      HTTP_CONTENT_ENCODING: String(headers["content-encoding"] ?? ""),
      REMOTE_USER: "bench",
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {}); // It may respond before it has read the whole body.
  let head = Buffer.alloc(0);
  const onHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    child.stdout.off("data", onHead);
    for (const line of head.toString("latin1", 0, end).split("\r\n")) {
      const [name = "", value = ""] = line.split(/: (.*)/);
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    child.stdout.pipe(response);
  };
  child.stdout.on("data", onHead);
}
