// Where an import follows a server to, and what it sends there.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Network } from "../../../src/git/import/remote.ts";
import { GitRemote, gitBackend, type Respond } from "../../support/git-remote.ts";
import { GitFolder } from "../git-folder.ts";
import { Importing } from "./importing.ts";

const folder = new GitFolder("--bare");

beforeAll(() => {
  const commit = "commit refs/heads/main\ncommitter A <a@b> 1500000000 +0000\ndata 0\n";
  folder.git(["fast-import", "--quiet", "--done"], `${commit}done\n`);
});
afterAll(() => folder[Symbol.dispose]());

const redirectTo =
  (location: string, status = 301): Respond =>
  (_, response) =>
    void response.writeHead(status, { location }).end();

const QUERY = "/info/refs?service=git-upload-pack";
const finished = { kind: "import", status: "finished", defaultBranch: "main" };
const failed = (error: string) => ({ kind: "import", status: "failed", error });

/** The end of an import from `url`. Requests may go to these servers. */
async function importFrom(url: string, ...allowed: GitRemote[]): Promise<unknown> {
  const origins = allowed.map(({ origin }) => origin);
  const network: Network = {
    fetch: (at, init) => fetch(at, init),
    isAllowed: ({ origin }) => origins.includes(origin),
  };
  const importing = new Importing(url);
  await importing.toItsEnd({ network });
  return importing.events.at(-1);
}

const user = (url: string): string => url.replace("://", "://user:secret@");

describe.each([301, 302, 303, 307, 308])("status %i", (status) => {
  test("later requests go where the first one was sent", async () => {
    const backend = gitBackend(folder.path);
    await using remote = await GitRemote.start((request, response) =>
      request.url?.startsWith("/old") === true
        ? redirectTo(`/new/name.git${QUERY}`, status)(request, response)
        : backend(request, response),
    );
    expect({ end: await importFrom(`${remote.origin}/old/`, remote), requests: remote.requests }).toEqual({
      end: finished,
      requests: [
        `GET /old${QUERY}`,
        `GET /new/name.git${QUERY}`,
        "POST /new/name.git/git-upload-pack",
        "POST /new/name.git/git-upload-pack",
      ],
    });
  });
});

test("another server that is allowed is followed to, without the credentials", async () => {
  await using second = await GitRemote.start(gitBackend(folder.path));
  await using first = await GitRemote.start(redirectTo(`${second.url}${QUERY}`));
  const importing = new Importing(first.url, undefined, "Basic dXNlcjpzZWNyZXQ=");
  await importing.toItsEnd();
  expect([importing.events.at(-1), first.requests[0], second.requests[0]]).toEqual([
    finished,
    `GET /repository.git${QUERY} as user:secret`,
    `GET /repository.git${QUERY}`,
  ]);
});

describe("is refused, and not requested:", () => {
  const nowhere = "The server redirects to an address that is no repository, or from which nothing is imported.";
  test.each<[what: string, to: (second: GitRemote) => string, error: string]>([
    ["a server that is not allowed", (second) => second.url + QUERY, nowhere],
    ["another path of it", () => "/login?to=info/refs", nowhere],
    ["another protocol", () => `ftp://example.org/repository.git${QUERY}`, nowhere],
    ["no URL", () => "http://[", nowhere],
  ])("%s", async (_, to, error) => {
    await using second = await GitRemote.start(gitBackend(folder.path));
    await using first = await GitRemote.start(redirectTo(to(second)));
    expect([await importFrom(first.url, first), second.requests]).toEqual([failed(error), []]);
  });

  test("an address with credentials", async () => {
    await using second = await GitRemote.start(gitBackend(folder.path));
    await using first = await GitRemote.start(redirectTo(user(second.url) + QUERY));
    expect([await importFrom(first.url, first, second), second.requests]).toEqual([
      failed("The server redirects to an address with credentials."),
      [],
    ]);
  });

  test("a fourth redirect", async () => {
    await using remote = await GitRemote.start(redirectTo(`/repository.git${QUERY}`));
    expect([await importFrom(remote.url, remote), remote.requests.length]).toEqual([
      failed("The server redirects more than 3 times."),
      4,
    ]);
  });

  test("a redirected fetch of the objects", async () => {
    const backend = gitBackend(folder.path);
    await using second = await GitRemote.start(backend);
    await using first = await GitRemote.start((request, response) =>
      request.method === "POST"
        ? redirectTo(`${second.url}/git-upload-pack`, 307)(request, response)
        : backend(request, response),
    );
    expect([await importFrom(first.url, first, second), second.requests]).toEqual([
      failed("The server answered 307."),
      [],
    ]);
  });

  test("the first address, once it is not allowed any more", async () => {
    await using remote = await GitRemote.start(gitBackend(folder.path));
    expect([await importFrom(remote.url), remote.requests]).toEqual([
      failed("This server imports nothing from there."),
      [],
    ]);
  });
});
