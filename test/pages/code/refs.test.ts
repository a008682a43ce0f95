// /:namespace/:project/branches, /tags, /contributors, and the buttons of a project's page
import { expect, test } from "vitest";
import { createAdmin, createUser, levels, ok, type Role, unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { joinGroup, joinProject } from "../../support/belonging.ts";
import { actionsOf, Browser } from "../../support/browser.ts";
import { today, tomorrow, yesterday } from "../../support/days.ts";
import { createGroup, createProject } from "../../support/factories.ts";
import { GitRemote } from "../../support/git-remote.ts";
import { server } from "../../support/server.ts";
import { createSeeded, linksIn, roundTrips, type Seeded, signIn } from "./seeded.ts";

const createBranch = ({ owner, project }: Seeded, branch_name: string) =>
  ok(owner.post(`/projects/${project.id}/repository/branches`, { branch_name, ref: "main" }));

const branchesOf = async ({ owner, project }: Seeded): Promise<string[]> =>
  (await ok(owner.get(`/projects/${project.id}/repository/branches`))).map(({ name }: { name: string }) => name);

test("branches are listed with their badges and newest commits, also for visitors", async () => {
  const seeded = await createSeeded({ a: "" });
  await createBranch(seeded, "feature/x");
  const page = await new Browser().open(`${seeded.home}/branches`);
  expect({ status: page.status, trips: roundTrips(page.headers), forms: actionsOf(page).length }).toEqual({
    status: 200,
    trips: "1",
    // That of the search is sent by GET.
    forms: 0,
  });
  expect(page.text).toMatch(/feature\/x Compare Begin.* main default protected Begin/);
  expect(linksIn(page.html)).toEqual(
    expect.arrayContaining([`${seeded.home}/tree/feature%2Fx`, `${seeded.home}/compare/main...feature%2Fx`]),
  );
});

test("branches are listed in pages and found by a part of their name", async () => {
  const seeded = await createSeeded({ a: "" });
  for (let number = 10; number < 62; number++) await createBranch(seeded, `b${number}`);
  const { home } = seeded;
  const first = await new Browser().open(`${home}/branches`);
  const second = await new Browser().open(`${home}/branches?page=2`);
  const found = await new Browser().open(`${home}/branches?search=b5`);
  const count = ({ html }: { html: string }) => html.match(/class="main"/g)?.length;
  expect([count(first), count(second), count(found)]).toEqual([50, 3, 10]);
  expect(linksIn(first.html)).toContain(`${home}/branches?page=2`);
});

test("a developer creates and deletes a branch, and has no buttons for protected ones", async () => {
  const seeded = await createSeeded({ a: "" });
  const developer = await createUser();
  const member = { user_id: developer.id, access_level: levels.developer };
  await ok(seeded.owner.post(`/projects/${seeded.project.id}/members`, member));
  const browser = await signIn(developer);
  const at = `${seeded.home}/branches`;
  const created = await browser.submit(await browser.open(at), at, { branch_name: "topic", ref: "main" });
  expect(created.text).toContain("The branch topic was created.");
  expect(actionsOf(created).filter((action) => action.startsWith(`${at}/`))).toEqual([`${at}/delete`]);
  const deleted = await browser.submit(created, `${at}/delete`);
  expect({ said: deleted.text.includes("The branch topic was deleted."), left: await branchesOf(seeded) }).toEqual({
    said: true,
    left: ["main"],
  });
});

test("a branch that is refused is explained beside what was entered", async () => {
  const { owner, home } = await createSeeded({ a: "" });
  const browser = await signIn(owner);
  const at = `${home}/branches`;
  const page = await browser.submit(await browser.open(at), at, { branch_name: "a..b", ref: "main" });
  expect({ status: page.status, said: page.text.includes("Branch name is invalid") }).toEqual({
    status: 400,
    said: true,
  });
  expect(page.html).toContain('value="a..b"');
});

test("a master protects and unprotects a branch", async () => {
  const { owner, home, project } = await createSeeded({ a: "" });
  const browser = await signIn(owner);
  const at = `${home}/branches`;
  const isProtected = async () => (await ok(owner.get(`/projects/${project.id}/repository/branches/main`))).protected;
  const unprotected = await browser.submit(await browser.open(at), `${at}/unprotect`);
  const before = await isProtected();
  await browser.submit(unprotected, `${at}/protect`);
  expect([before, await isProtected()]).toEqual([false, true]);
});

test("tags are listed with messages and rendered release notes, created and deleted", async () => {
  const { owner, home } = await createSeeded({ a: "" });
  const browser = await signIn(owner);
  const at = `${home}/tags`;
  const fields = { tag_name: "v1.0", message: "First", release_description: "It *works* <script>x</script>" };
  const page = await browser.submit(await browser.open(at), at, fields);
  expect({ said: page.text.includes("The tag v1.0 was created."), message: page.text.includes("First") }).toEqual({
    said: true,
    message: true,
  });
  expect(page.html).toContain("<em>works</em>");
  expect(page.html).not.toContain("<script>x");
  expect(linksIn(page.html)).toContain(`${home}/repository/archive.zip?ref=v1.0`);
  const visitor = await new Browser().open(at);
  expect([visitor.status, roundTrips(visitor.headers)]).toEqual([200, "1"]);
  const deleted = await browser.submit(page, `${at}/delete`);
  expect(deleted.text).toContain("The tag v1.0 was deleted. Tags");
});

test("contributors are listed with their commits", async () => {
  const { home } = await createSeeded({ a: "" });
  const { status, text, headers } = await new Browser().open(`${home}/contributors`);
  expect({ status, trips: roundTrips(headers), one: text.includes("A U Thor author@example.com 1") }).toEqual({
    status: 200,
    trips: "1",
    one: true,
  });
});

test("an archived project offers no changes", async () => {
  const { owner, home, project } = await createSeeded({ "a.txt": "" });
  await ok(owner.post(`/projects/${project.id}/archive`));
  const browser = await signIn(owner);
  for (const path of ["/branches", "/tags", "/tree/main", "/blob/main/a.txt"]) {
    const page = await browser.open(home + path);
    const changes = actionsOf(page).filter((action) => /\/(branches|tags)\/./.test(action) || /New/.test(page.text));
    const links = linksIn(page.html).filter((href) => /\/(edit|new|delete)\//.test(href));
    expect([path, changes, links]).toEqual([path, [], []]);
  }
  expect((await browser.open(`${home}/edit/main/a.txt`)).status).toBe(403);
});

test("a star is given and taken back", async () => {
  const { home } = await createSeeded({ a: "" });
  const browser = await signIn(await createUser());
  const starred = await browser.submit(await browser.open(home), `${home}/star`);
  const unstarred = await browser.submit(starred, `${home}/unstar`);
  expect([starred.text.includes("1 star Unstar"), unstarred.text.includes("0 stars Star")]).toEqual([true, true]);
  expect(roundTrips(unstarred.headers)).toBe("1");
});

test("a project is forked into a group of which one is a master", async () => {
  const { home, project } = await createSeeded({ a: "" });
  const user = await createUser();
  const group = await createGroup(user);
  const others = await createGroup(await createUser());
  const browser = await signIn(user);
  const form = await browser.open(`${home}/forks/new`);
  expect([form.html.includes(`value="${group.path}"`), form.html.includes(others.path)]).toEqual([true, false]);
  const fork = await browser.submit(form, `${home}/forks`, { namespace: group.path });
  expect([fork.path, fork.text.includes(`Forked from ${project.path_with_namespace}`)]).toEqual([
    `/${group.path}/${project.path}`,
    true,
  ]);
  const again = await browser.submit(form, `${home}/forks`, { namespace: group.path });
  expect([again.status, again.text.includes("has already been taken")]).toEqual([409, true]);
});

test("a fork is offered to one's own namespace first, then to the groups of which one is a master today", async () => {
  const [{ home }, user, owner] = [await createSeeded({ a: "" }), await createUser(), await createUser()];
  const joined = async (role: Role, expires_at: string): Promise<string> => {
    const group = await createGroup(owner);
    await joinGroup(owner, group, user, role, { expires_at });
    return group.path;
  };
  const groups = [await joined("master", today()), await joined("owner", tomorrow())];
  for (const [role, day] of [
    ["developer", tomorrow()],
    ["master", yesterday()],
  ] as const)
    await joined(role, day);
  const { html } = await (await signIn(user)).open(`${home}/forks/new`);
  const offered = [...html.matchAll(/<option value="([^"]*)"/g)].map(([, path]) => path);
  expect(offered).toEqual([user.username, ...groups.sort()]);
});

test("a visitor who wants to fork is asked to sign in", async () => {
  const { home } = await createSeeded({ a: "" });
  const { path } = await new Browser().open(`${home}/forks/new`);
  expect(path).toBe(`/-/sign_in?${new URLSearchParams({ return_to: `${home}/forks/new` })}`);
});

test("the address that people clone from leads to the project", async () => {
  const { home } = await createSeeded({ a: "" });
  expect((await new Browser().open(`${home}.git`)).path).toBe(home);
});

test("a path that begins with two slashes does not lead to another server", async () => {
  const response = await server.fetch(`${baseUrl}//evil.example/x.git`, { redirect: "manual" });
  expect(response.headers.get("location")).toBe("/evil.example/x");
});

test("a failed import is reported, with its reason to masters and administrators only", async () => {
  await using remote = await GitRemote.start((_, response) => void response.writeHead(404).end());
  const [owner, master, developer] = [await createUser(), await createUser(), await createUser()];
  const attributes = { name: unique("import"), import_url: remote.url, visibility_level: 20 };
  const project = await createProject(owner, attributes);
  await joinProject(owner, project, master, "master");
  await joinProject(owner, project, developer, "developer");
  const shown = async (browser: Browser) => {
    const { html } = await browser.open(`/${project.path_with_namespace}`);
    return /<p class="problem">(.*?)<\/p>/.exec(html)?.[1];
  };
  const visitor = new Browser();
  await server.settle();
  await expect.poll(() => shown(visitor), { timeout: 60_000 }).toBeDefined();
  const failed = "The import has failed.";
  const explained = `${failed} There is no repository at this address (404).`;
  expect({
    visitor: await shown(visitor),
    developer: await shown(await signIn(developer)),
    master: await shown(await signIn(master)),
    administrator: await shown(await signIn(await createAdmin())),
  }).toEqual({ visitor: failed, developer: failed, master: explained, administrator: explained });
});
