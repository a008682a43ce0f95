// /-/sign_in, /-/sign_out and what ends a session
import { expect, test } from "vitest";
import { createUser, ok, root } from "../support/actors.ts";
import { baseUrl, type Caller, send } from "../support/api.ts";
import { Browser } from "../support/browser.ts";
import { tomorrow, yesterday } from "../support/days.ts";
import { server } from "../support/server.ts";

const tokenOf = (caller: Caller): string => caller.token ?? "";

/** A personal access token besides the one that the user was created with. */
async function createToken(user: Caller, attributes = {}) {
  const body = await ok(user.post("/user/personal_access_tokens", { name: "browser", scopes: ["api"], ...attributes }));
  return { id: Number(body.id), token: String(body.token) };
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.open("/-/explore")).text.includes("Sign out");

test("an access token signs in, and leads back to the page that was wanted", async () => {
  const user = await createUser();
  const browser = new Browser();
  const signIn = await browser.open("/-/sign_in?return_to=%2F-%2Fexplore%3Fpage%3D1");
  const { status, path, text } = await browser.submit(signIn, "/-/sign_in", { token: tokenOf(user) });
  expect({ status, path, name: text.includes(user.username) }).toEqual({
    status: 200,
    path: "/-/explore?page=1",
    name: true,
  });
});

test("the session is an HttpOnly SameSite cookie, which a script cannot read and no other site sends", async () => {
  const user = await createUser();
  const browser = new Browser();
  const signIn = await browser.open("/-/sign_in");
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(signIn.html)?.[1] ?? "";
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const response = await server.fetch(`${baseUrl}/-/sign_in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams({ authenticity_token, token: tokenOf(user) }),
  });
  const [session = ""] = response.headers.getSetCookie();
  expect(session).toMatch(/^tributary_session=trs_[0-9A-Za-z]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
});

test.each([
  ["/-/sign_in", 200],
  ["/-/nothing", 404],
])("the database is not asked who a visitor without a session is: %s", async (path, expected) => {
  const { status, headers } = await new Browser().open(path);
  expect({ status, cost: headers.get("server-timing") }).toEqual({
    status: expected,
    cost: expect.stringContaining("round-trips=0"),
  });
});

test.each([
  ["nothing", ""],
  ["an invented token", `trb_${"0".repeat(36)}`],
  ["a text", "let me in"],
])("%s does not sign in", async (_, token) => {
  const browser = new Browser();
  const page = await browser.submit(await browser.open("/-/sign_in"), "/-/sign_in", { token });
  expect({ status: page.status, said: page.text.includes("This is not a valid access token") }).toEqual({
    status: 401,
    said: true,
  });
});

test.each([
  ["of scope read_user", { scopes: ["read_user"] }],
  ["that has expired", { expires_at: yesterday() }],
])("a token %s does not sign in", async (_, attributes) => {
  const { token } = await createToken(await createUser(), attributes);
  const browser = new Browser();
  const page = await browser.submit(await browser.open("/-/sign_in"), "/-/sign_in", { token });
  expect(page.status).toBe(401);
});

test("ROOT_TOKEN signs the administrator in", async () => {
  const browser = await Browser.signedIn(tokenOf(root));
  expect((await browser.open("/-/explore")).text).toContain("Admin root Sign out");
});

test("the session does not outlast its token", async () => {
  const user = await createUser();
  const expires_at = tomorrow();
  const { id, token } = await createToken(user, { expires_at });
  const browser = await Browser.signedIn(token);
  const before = await isSignedIn(browser);
  await ok(user.delete(`/user/personal_access_tokens/${id}`));
  expect({ before, after: await isSignedIn(browser) }).toEqual({ before: true, after: false });
});

test("signing out ends the session, for a copy of its cookie, too", async () => {
  const browser = await Browser.signedIn(tokenOf(await createUser()));
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  await browser.submit(await browser.open("/-/explore"), "/-/sign_out");
  const response = await server.fetch(`${baseUrl}/-/explore`, { headers: { cookie } });
  expect(await response.text()).not.toContain("Sign out");
});

test("blocking a user ends what their sessions may do", async () => {
  const user = await createUser();
  const browser = await Browser.signedIn(tokenOf(user));
  await ok(root.put(`/users/${user.id}/block`));
  expect(await isSignedIn(browser)).toBe(false);
});

test("the API accepts no session as a token, and lists none among the tokens", async () => {
  const user = await createUser();
  const { id, token } = await createToken(user);
  const browser = await Browser.signedIn(token);
  const session = browser.cookies.get("tributary_session") ?? "";
  const { status } = await send("/user", { headers: { "private-token": session } });
  const listed = await ok(user.get("/user/personal_access_tokens"));
  expect({ status, ids: listed.map((one: { id: number }) => one.id) }).toEqual({ status: 401, ids: [id] });
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/世界",
])("signing in does not lead to %s", async (target) => {
  const browser = new Browser();
  const signIn = await browser.open(`/-/sign_in?${new URLSearchParams({ return_to: target })}`);
  expect(signIn.html).toContain('<input type="hidden" name="return_to" value="/"/>');
});

const invented = "0".repeat(43);

test.each([
  ["without its CSRF token", {}, {}],
  ["with an invented CSRF token", { authenticity_token: invented }, {}],
  ["from another site", {}, { origin: "https://evil.example" }],
])("a form %s changes nothing", async (_, fields, headers) => {
  const browser = await Browser.signedIn(tokenOf(await createUser()));
  const page = await browser.post("/-/sign_out", new URLSearchParams(fields), headers);
  expect({ status: page.status, text: page.text.includes("expired"), signedIn: await isSignedIn(browser) }).toEqual({
    status: 403,
    text: true,
    signedIn: true,
  });
});

test("a page executes no script but this server's, and is framed by no other site", async () => {
  const { headers } = await new Browser().open("/-/explore");
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'",
  );
});

test("a browser sees a page for an unknown address, and other clients JSON", async () => {
  const page = await new Browser().open("/-/nothing/here");
  const json = await send(`${baseUrl}/-/nothing/here`);
  expect({ page: [page.status, page.text.includes("Page not found")], json: [json.status, json.body] }).toEqual({
    page: [404, true],
    json: [404, { error: "404 Not Found" }],
  });
});
