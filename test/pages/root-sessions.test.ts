// Sessions over https, and those of ROOT_TOKEN.
import { expect, test } from "vitest";
import { type LocalWorker, startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-the-sessions";
const origin = "https://host.test";

const open = (worker: LocalWorker, path: string, cookie: string, vars?: Record<string, unknown>) =>
  worker.fetch(new Request(origin + path, { headers: { accept: "text/html", cookie } }), vars);

/** The Set-Cookie headers of signing in. @param cookie that the browser has before */
async function signIn(worker: LocalWorker, cookie = "") {
  const page = await open(worker, "/-/sign_in", cookie);
  const key = page.headers.getSetCookie().map((line) => line.split(";")[0]);
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
  const headers = { cookie: [cookie, ...key].join("; "), origin };
  const body = new URLSearchParams({ authenticity_token, token: ROOT_TOKEN });
  const response = await worker.fetch(new Request(`${origin}/-/sign_in`, { method: "POST", headers, body }));
  return [...key, ...response.headers.getSetCookie()];
}

const sessionOf = (lines: readonly (string | undefined)[]): string =>
  lines.find((line) => line?.startsWith("__Host-tributary_session="))?.split(";")[0] ?? "";

test("over https the session's cookie belongs to this host alone, and is not sent without TLS", async () => {
  const lines = await signIn(await startLocalWorker({ ROOT_TOKEN }));
  expect(lines.filter((line) => line?.includes("_session="))).toEqual([
    expect.stringMatching(
      /^__Host-tributary_session=trr_\w{40}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    ),
  ]);
});

test("over https a cookie without the prefix, which another host may have set, is no session", async () => {
  const worker = await startLocalWorker({ ROOT_TOKEN });
  const cookie = sessionOf(await signIn(worker));
  const named = await (await open(worker, "/-/explore", cookie)).text();
  const bare = await (await open(worker, "/-/explore", cookie.replace("__Host-", ""))).text();
  expect([named.includes("Sign out"), bare.includes("Sign out")]).toEqual([true, false]);
});

test("signing in replaces a session that somebody else has planted", async () => {
  const worker = await startLocalWorker({ ROOT_TOKEN });
  const planted = `__Host-tributary_session=trr_${"a".repeat(40)}`;
  const cookie = sessionOf(await signIn(worker, planted));
  const text = await (await open(worker, "/-/explore", planted)).text();
  expect([cookie === "" || cookie === planted, text.includes("Sign out")]).toEqual([false, false]);
});

test.each([
  ["another ROOT_TOKEN", "another-root-token-of-the-sessions"],
  ["no ROOT_TOKEN", undefined],
])("a session of ROOT_TOKEN ends on a server with %s", async (_, token) => {
  const worker = await startLocalWorker({ ROOT_TOKEN });
  const cookie = sessionOf(await signIn(worker));
  const before = await (await open(worker, "/-/explore", cookie)).text();
  const after = await (await open(worker, "/-/explore", cookie, { ROOT_TOKEN: token })).text();
  expect([before.includes("Sign out"), after.includes("Sign out")]).toEqual([true, false]);
});
