// GET /:username
import { expect, test } from "vitest";
import { createUser, ok, root, unique } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup, createIssue, createProject } from "../../support/factories.ts";
import { browserOf, partOf, roundTripsOf } from "../../support/pages.ts";

test("a profile has what the user says about themselves, in one round trip", async () => {
  const user = await createUser({ bio: "Grows <i>beans</i>", location: "Delft", website_url: "https://beans.example" });
  const page = await (await browserOf(await createUser())).open(`/${user.username}`);
  expect(page.text).toContain(`@${user.username} Grows <i>beans</i> Delft https://beans.example`);
  expect(page.html).toContain('<a href="https://beans.example" rel="nofollow noreferrer">');
  expect(page.html).not.toContain("<i>beans");
  expect(roundTripsOf(page)).toBe(1);
});

test("a profile does not have the e-mail address", async () => {
  const user = await createUser();
  const { text } = await (await browserOf(await createUser())).open(`/${user.username}`);
  expect(text).not.toContain(`${user.username}@example.com`);
});

test.each(["javascript:alert(1)", "beans.example", "data:text/html,x"])(
  "the website %s is no link",
  async (website) => {
    const user = await createUser();
    await root.put(`/users/${user.id}`, { website_url: website });
    const { html } = await (await browserOf(await createUser())).open(`/${user.username}`);
    expect(html).not.toContain(`href="${website}`);
  },
);

test("the projects and the activity on a profile are those that the viewer sees", async () => {
  const user = await createUser();
  const open = await createProject(user, { visibility_level: 20 });
  const hidden = await createProject(user);
  const titles = [unique("open"), unique("secret"), unique("hidden")];
  await createIssue(user, open, { title: titles[0] });
  await createIssue(user, open, { title: titles[1], confidential: true });
  await createIssue(user, hidden, { title: titles[2] });
  const shownTo = async (browser: Browser) => {
    const page = await browser.open(`/${user.username}`);
    const activity = page.html.split("<h2>Activity</h2>")[1] ?? "";
    const projects = partOf(page, "Projects");
    return {
      projects: [open, hidden].map(({ path }) => projects.includes(path)),
      titles: titles.map((title) => activity.includes(title)),
    };
  };
  expect({
    self: await shownTo(await browserOf(user)),
    stranger: await shownTo(await browserOf(await createUser())),
    external: await shownTo(await browserOf(await createUser({ external: true }))),
  }).toEqual({
    self: { projects: [true, true], titles: [true, true, true] },
    stranger: { projects: [true, false], titles: [true, false, false] },
    external: { projects: [true, false], titles: [true, false, false] },
  });
});

test("a member of a single private project sees that one on its owner's profile", async () => {
  const [user, neighbour, guest] = [await createUser(), await createUser(), await createUser()];
  const [shared, other] = [await createProject(user), await createProject(user)];
  const elsewhere = await createProject(neighbour);
  await ok(user.post(`/projects/${shared.id}/members`, { user_id: guest.id, access_level: 10 }));
  await ok(neighbour.post(`/projects/${elsewhere.id}/members`, { user_id: guest.id, access_level: 10 }));
  const { text } = await (await browserOf(guest)).open(`/${user.username}`);
  expect([shared, other, elsewhere].map(({ path }) => text.includes(path))).toEqual([true, false, false]);
});

test("the path of a group leads to the group, if the viewer sees it", async () => {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 0 });
  const seen = await (await browserOf(owner)).open(`/${group.path}`);
  const unseen = await (await browserOf(await createUser())).open(`/${group.path}`);
  expect({ seen: seen.path, unseen: unseen.status }).toEqual({ seen: `/groups/${group.path}`, unseen: 404 });
});

test("an invisible group is answered like a name that nobody has", async () => {
  const group = await createGroup(await createUser(), { visibility_level: 0 });
  const browser = await browserOf(await createUser());
  const [invisible, unknown] = [await browser.open(`/${group.path}`), await browser.open(`/${unique("nobody")}`)];
  const tokens = /value="[^"]*"/g;
  expect(invisible.html.replaceAll(tokens, "")).toBe(unknown.html.replaceAll(tokens, ""));
  expect(unknown.status).toBe(404);
});

test("a visitor without a session signs in first, whether the user exists or not", async () => {
  const { username } = await createUser();
  const pages = await Promise.all([username, unique("nobody")].map((name) => new Browser().open(`/${name}`)));
  expect(pages.map(({ path }) => path.split("?")[0])).toEqual(["/-/sign_in", "/-/sign_in"]);
});
