// /-/profile/personal_access_tokens
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { Caller } from "../../support/api.ts";
import { Browser } from "../../support/browser.ts";
import { tomorrow, yesterday } from "../../support/days.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const path = "/-/profile/personal_access_tokens";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

async function createOn(browser: Browser, fields = {}) {
  const page = await browser.open(path);
  const created = await browser.submit(page, path, { name: "laptop", scope_api: "true", ...fields });
  return { created, token: /trb_[0-9A-Za-z]{36}/.exec(created.html)?.[0] ?? "" };
}

test("a token is created with name, scopes and last day", async () => {
  const user = await createUser();
  const expires_at = tomorrow();
  const { token } = await createOn(await signIn(user), { expires_at, scope_read_user: "true" });
  const [listed] = await ok(user.get("/user/personal_access_tokens"));
  const { status } = await new Caller(token).get("/projects");
  expect([status, listed]).toEqual([
    200,
    expect.objectContaining({ name: "laptop", scopes: ["api", "read_user"], expires_at }),
  ]);
});

test("each scope of the API can be chosen", async () => {
  const user = await createUser();
  const chosen = ["api", "read_user", "read_api", "read_repository", "write_repository"];
  await createOn(await signIn(user), Object.fromEntries(chosen.map((scope) => [`scope_${scope}`, "true"])));
  const [listed] = await ok(user.get("/user/personal_access_tokens"));
  expect(listed.scopes).toEqual(chosen);
});

test("the new token is on the page that answers, and in no URL, cookie or later page", async () => {
  const browser = await signIn(await createUser());
  const { created, token } = await createOn(browser);
  const later = await browser.open(path);
  expect({
    length: token.length,
    url: created.path,
    cache: created.headers.get("cache-control"),
    cookies: [...browser.cookies.values()].some((value) => value.includes(token)),
    later: later.html.includes(token),
  }).toEqual({ length: 40, url: path, cache: "no-store", cookies: false, later: false });
});

test("a token without a scope is refused, and its name stays entered", async () => {
  const browser = await signIn(await createUser());
  const refused = await browser.submit(await browser.open(path), path, { name: "<laptop>" });
  expect([
    refused.status,
    refused.text.includes("Scopes can't be blank."),
    refused.html.includes('value="&lt;laptop&gt;"'),
  ]).toEqual([400, true, true]);
});

test("a form without its CSRF token creates nothing", async () => {
  const user = await createUser();
  const browser = await signIn(user);
  const refused = await browser.post(path, new URLSearchParams({ name: "stolen", scope_api: "true" }));
  expect([refused.status, await ok(user.get("/user/personal_access_tokens"))]).toEqual([403, []]);
});

test("a token is revoked", async () => {
  const user = await createUser();
  const { id, token } = await ok(user.post("/user/personal_access_tokens", { name: "old", scopes: ["api"] }));
  const browser = await signIn(user);
  const after = await browser.submit(await browser.open(path), `${path}/${id}/revoke`);
  const { status } = await new Caller(token).get("/projects");
  expect([after.text.includes("old api just now never revoked"), status]).toEqual([true, 401]);
});

test("nobody revokes somebody else's token", async () => {
  const user = await createUser();
  const { id, token } = await ok(user.post("/user/personal_access_tokens", { name: "mine", scopes: ["api"] }));
  const browser = await signIn(await createUser());
  const { html } = await browser.open(path);
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const { status } = await browser.post(`${path}/${id}/revoke`, new URLSearchParams({ authenticity_token }));
  expect([status, (await new Caller(token).get("/projects")).status]).toEqual([404, 200]);
});

test("expired tokens are marked", async () => {
  const user = await createUser();
  const attributes = { name: "old", scopes: ["api"], expires_at: yesterday() };
  await ok(user.post("/user/personal_access_tokens", attributes));
  expect((await (await signIn(user)).open(path)).text).toContain(`just now ${yesterday()} expired`);
});

test("the page takes as many round trips as the API", async () => {
  const user = await createUser();
  const { cost } = await user.get("/user/personal_access_tokens");
  expect(roundTripsOf(await (await signIn(user)).open(path))).toBe(cost.roundTrips);
});
