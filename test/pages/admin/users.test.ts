// /-/admin/users
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok, root, unique } from "../../support/actors.ts";
import { Caller } from "../../support/api.ts";
import { actionsOf, Browser } from "../../support/browser.ts";

const users = "/-/admin/users";

async function asAdmin() {
  const admin = await createAdmin();
  return { admin, browser: await Browser.signedIn(admin.token ?? "") };
}

const read = (user: Actor) => root.get(`/users/${user.id}`);

test("users are found by name, and by kind", async () => {
  const user = await createUser({ external: true });
  const { browser } = await asAdmin();
  const find = async (kind: string) =>
    (await browser.open(`${users}?search=${user.username}&kind=${kind}`)).html.includes(`href="${users}/${user.id}"`);
  expect([await find(""), await find("external"), await find("blocked")]).toEqual([true, true, false]);
});

test("a user is created, and can then sign in with an impersonation token", async () => {
  const { browser } = await asAdmin();
  const username = unique("ada");
  const fields = { username, name: "Ada <3", email: `${username}@example.com`, external: "true" };
  const created = await browser.submit(await browser.open(`${users}/new`), users, fields);
  const tokens = `${created.path}/impersonation_tokens`;
  const answer = await browser.submit(await browser.open(tokens), tokens, { name: "first", scope_api: "true" });
  const token = /trb_[0-9A-Za-z]{36}/.exec(answer.html)?.[0] ?? "";
  const profile = await (await Browser.signedIn(token)).open("/-/profile");
  const later = await browser.open(tokens);
  expect({
    name: profile.html.includes("Ada &lt;3"),
    kind: profile.text.includes("External user"),
    cache: answer.headers.get("cache-control"),
    isShownAgain: later.html.includes(token) || answer.path.includes(token),
  }).toEqual({ name: true, kind: true, cache: "no-store", isShownAgain: false });
});

test("a username that is taken is refused with what was entered", async () => {
  const taken = await createUser();
  const { browser } = await asAdmin();
  const fields = { username: taken.username, name: "Other", email: `${unique("other")}@example.com` };
  const refused = await browser.submit(await browser.open(`${users}/new`), users, fields);
  expect([
    refused.status,
    refused.text.includes("Username has already been taken."),
    refused.html.includes('value="Other"'),
  ]).toEqual([409, true, true]);
});

describe("one user", () => {
  async function opened() {
    const user = await createUser();
    const { browser } = await asAdmin();
    const url = `${users}/${user.id}`;
    return { user, browser, url, page: await browser.open(url) };
  }

  test("is edited", async () => {
    const { user, browser, url, page } = await opened();
    await browser.submit(page, url, {
      name: "New name",
      projects_limit: "3",
      admin: "true",
      can_create_group: "false",
    });
    expect((await read(user)).body).toMatchObject({
      name: "New name",
      username: user.username,
      email: `${user.username}@example.com`,
      projects_limit: 3,
      is_admin: true,
      can_create_group: false,
    });
  });

  test("is blocked and unblocked", async () => {
    const { user, browser, url, page } = await opened();
    const blocked = await browser.submit(page, `${url}/block`);
    const before = (await read(user)).body.state;
    await browser.submit(blocked, `${url}/unblock`);
    expect([before, (await read(user)).body.state]).toEqual(["blocked", "active"]);
  });

  test("is not deleted without its username", async () => {
    const { user, browser, url, page } = await opened();
    const refused = await browser.submit(page, `${url}/delete`, { confirmation: "yes" });
    expect([refused.status, (await read(user)).status]).toEqual([422, 200]);
  });

  test("is deleted with its username", async () => {
    const { user, browser, url, page } = await opened();
    const deleted = await browser.submit(page, `${url}/delete`, { confirmation: user.username });
    expect([deleted.path, deleted.text.includes(`${user.username} was deleted.`), (await read(user)).status]).toEqual([
      users,
      true,
      404,
    ]);
  });

  test("loses an impersonation token", async () => {
    const { user, browser, url } = await opened();
    const [{ id }] = await ok(root.get(`/users/${user.id}/impersonation_tokens`));
    const tokens = `${url}/impersonation_tokens`;
    await browser.submit(await browser.open(tokens), `${tokens}/${id}/revoke`);
    expect((await new Caller(user.token).get("/user")).status).toBe(401);
  });

  test("that does not exist is the page for that", async () => {
    const { browser } = await asAdmin();
    expect((await browser.open(`${users}/999999`)).status).toBe(404);
  });
});

test("root can neither be blocked nor deleted", async () => {
  const { browser } = await asAdmin();
  const page = await browser.open(`${users}/1`);
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  const blocked = await browser.post(`${users}/1/block`, new URLSearchParams({ authenticity_token }));
  expect([actionsOf(page).filter((action) => /block|delete/.test(action)), blocked.status]).toEqual([[], 403]);
});
