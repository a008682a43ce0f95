// Tokens stay with the server they were given for, wherever it redirects.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ServerClient } from "../../../scripts/backup/server-client.ts";
import { RepositoryCopy } from "../../../scripts/gitlab-import/repository.ts";
import { Source } from "../../../scripts/gitlab-import/source.ts";
import { temporaryFolder } from "./run-import.ts";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers anything, and what it was sent; and one that redirects everything there. */
async function redirecting(): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  const elsewhere = await listen(
    createServer((request, response) => {
      received.push(`${request.headers["private-token"]} ${request.headers.authorization}`);
      if (!request.url?.includes("/info/refs")) return response.writeHead(404).end();
      const refs = `003f${"a".repeat(40)} refs/heads/main\0\n`;
      const length = refs.length.toString(16).padStart(4, "0");
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
      return response.end(`001e# service=git-upload-pack\n0000${length}${refs.slice(4)}0000`);
    }),
  );
  const url = await listen(
    createServer((request, response) => response.writeHead(302, { location: `${elsewhere}${request.url}` }).end()),
  );
  return { url, received };
}

test("a GitLab server that redirects its API elsewhere is refused, and nothing is sent there", async () => {
  const { url, received } = await redirecting();
  await expect(Source.detect(new URL(url), "secret", 0)).rejects.toThrow(/redirects to .* use its URL/);
  expect(received).toEqual([]);
});

test("a Tributary that redirects elsewhere is refused, and nothing is sent there", async () => {
  const { url, received } = await redirecting();
  const client = new ServerClient({ url, token: "secret", pause: 0 });
  await expect(client.get("/-/backup")).rejects.toThrow(/redirects to .* use its URL/);
  await expect(client.post("/-/backup/imports/1", "{}")).rejects.toThrow(/redirects to .* use its URL/);
  expect(received).toEqual([]);
});

test("a repository that is redirected elsewhere is refused, and nothing is sent there", async () => {
  const { url, received } = await redirecting();
  using folder = temporaryFolder();
  const copy = new RepositoryCopy(folder.path, `${url}/group/project.git`, "secret");
  await expect(copy.fetch()).rejects.toThrow(/failed/);
  expect(received).toEqual([]);
});

test("a redirect within the server is followed", async () => {
  const user = createServer((request, response) => {
    if (request.url === "/api/v4/user") return response.writeHead(301, { location: "/api/v4/me" }).end();
    return response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const source = await Source.detect(new URL(await listen(user)), "secret", 0);
  expect(source.version).toBe(4);
});
