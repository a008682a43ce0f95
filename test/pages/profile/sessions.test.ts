// /-/profile and /-/profile/sessions
import { expect, test } from "vitest";
import { browserName } from "../../../src/pages/profile/browser-name.ts";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const path = "/-/profile/sessions";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.open("/-/explore")).text.includes("Sign out");

/** The ids of the sessions that a page offers to end, newest first. */
const endable = (html: string): string[] => [...html.matchAll(/sessions\/(\d+)\/end"/g)].map(([, id]) => id ?? "");

test("the profile shows what administrators have registered, in one round trip", async () => {
  const user = await createUser({ bio: "<b>Rivers</b>", organization: "Delta & Sons", external: true });
  const page = await (await signIn(user)).open("/-/profile");
  expect({
    status: page.status,
    roundTrips: roundTripsOf(page),
    email: page.text.includes(`${user.username}@example.com`),
    kind: page.text.includes("External user"),
    bio: page.html.includes("&lt;b&gt;Rivers&lt;/b&gt;"),
  }).toEqual({ status: 200, roundTrips: 1, email: true, kind: true, bio: true });
});

test.each(["", "/sessions", "/personal_access_tokens", "/notifications"])(
  "visitors without a session are led from /-/profile%s to the sign-in page",
  async (below) => {
    expect((await new Browser().open(`/-/profile${below}`)).path).toContain("/-/sign_in?return_to=");
  },
);

test("sessions are listed with the present one marked, in one round trip", async () => {
  const user = await createUser();
  await signIn(user);
  const page = await (await signIn(user)).open(path);
  expect([page.text.match(/This session/g)?.length, endable(page.html).length, roundTripsOf(page)]).toEqual([1, 1, 1]);
});

test("ending a session signs that browser out, and no other", async () => {
  const user = await createUser();
  const [first, second, third] = [await signIn(user), await signIn(user), await signIn(user)];
  const page = await third.open(path);
  // The newest of the others.
  await third.submit(page, `${path}/${endable(page.html)[0]}/end`);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, true]);
});

test("all other sessions are ended at once", async () => {
  const user = await createUser();
  const [first, second, third] = [await signIn(user), await signIn(user), await signIn(user)];
  await second.submit(await second.open(path), `${path}/end_others`);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true, false]);
});

test("nobody ends somebody else's session", async () => {
  const user = await createUser();
  const [victim, other] = [await signIn(user), await signIn(user)];
  const [id] = endable((await other.open(path)).html);
  const stranger = await signIn(await createUser());
  const { html } = await stranger.open(path);
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const { status } = await stranger.post(`${path}/${id}/end`, new URLSearchParams({ authenticity_token }));
  expect([status, await isSignedIn(victim)]).toEqual([404, true]);
});

test("a session of a huge id does not exist", async () => {
  const browser = await signIn(await createUser());
  const { html } = await browser.open("/-/explore");
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const { status } = await browser.post(`${path}/${"9".repeat(400)}/end`, new URLSearchParams({ authenticity_token }));
  expect(status).toBe(404);
});

test("a session that an impersonation token began is marked", async () => {
  const user = await createUser();
  const personal = await ok(user.post("/user/personal_access_tokens", { name: "own", scopes: ["api"] }));
  // The token of createUser is one for impersonation.
  await signIn(user);
  const page = await (await Browser.signedIn(personal.token)).open(path);
  expect(page.text.match(/By an impersonation token/g)).toHaveLength(1);
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1",
    "Safari on iOS",
  ],
  ["Lynx/2.9", "Lynx/2.9"],
  ["", "A browser without a name"],
])("%s is shown as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
