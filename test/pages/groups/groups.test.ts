// /groups/new, /groups/:group and /groups/:group/edit
import { describe, expect, test } from "vitest";
import { createUser, ok, root, unique } from "../../support/actors.ts";
import { joinGroup } from "../../support/belonging.ts";
import { actionsOf, Browser, type ShownPage } from "../../support/browser.ts";
import { createGroup, createProject } from "../../support/factories.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

test("a group is shown with its projects and the number of its members, in one round trip", async () => {
  const [owner, developer] = [await createUser(), await createUser()];
  const group = await createGroup(owner, { description: "For <b>beans</b>" });
  await joinGroup(owner, group, developer, "developer");
  const project = await createProject(owner, { namespace_id: group.id });
  const page = await (await browserOf(developer)).open(`/groups/${group.path}`);
  expect(page.text).toContain("For <b>beans</b> 2 members 1 owner 1 developer");
  expect(page.html).toContain(`href="/${project.path_with_namespace}"`);
  expect(page.html).not.toContain("<b>beans");
  expect(roundTripsOf(page)).toBe(1);
});

test("the projects of a group can be searched, and are those that the viewer sees", async () => {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 20 });
  const [open, hidden] = [
    await createProject(owner, { namespace_id: group.id, visibility_level: 20 }),
    await createProject(owner, { namespace_id: group.id }),
  ];
  const [member, stranger] = [await browserOf(owner), await browserOf(await createUser())];
  const shown = async (browser: Browser, query = "") => {
    const { html } = await browser.open(`/groups/${group.path}${query}`);
    return [open, hidden].map(({ path_with_namespace }) => html.includes(`href="/${path_with_namespace}"`));
  };
  expect({
    member: await shown(member),
    search: await shown(member, `?search=${hidden.path}`),
    stranger: await shown(stranger),
  }).toEqual({ member: [true, true], search: [false, true], stranger: [true, false] });
});

test.each(["", "/members", "/activity", "/edit"])(
  "groups%s of an invisible group is answered like one that does not exist",
  async (path) => {
    const group = await createGroup(await createUser(), { visibility_level: 0 });
    const browser = await browserOf(await createUser());
    const pages = await Promise.all(
      [group.path, unique("nothing")].map((name) => browser.open(`/groups/${name}${path}`)),
    );
    const [invisible, unknown] = pages.map(({ status, html }) => ({
      status,
      html: html.replaceAll(/value="[^"]*"/g, ""),
    }));
    expect(invisible).toEqual(unknown);
    expect(unknown?.status).toBe(404);
  },
);

test("a visitor without a session signs in first", async () => {
  const group = await createGroup(await createUser(), { visibility_level: 20 });
  expect((await new Browser().open(`/groups/${group.path}`)).path).toMatch(/^\/-\/sign_in/);
});

test("a group is created and shown", async () => {
  const owner = await createUser();
  const browser = await browserOf(owner);
  const path = unique("group");
  const fields = { name: "Bean growers", path, description: "Beans", visibility_level: "20" };
  const page = await browser.submit(await browser.open("/groups/new"), "/groups", fields);
  expect({ status: page.status, path: page.path }).toEqual({ status: 200, path: `/groups/${path}` });
  expect(await ok(owner.get(`/groups/${path}`))).toMatchObject({ ...fields, visibility_level: 20 });
});

test("a taken path is refused in words, and what was entered is kept", async () => {
  const owner = await createUser();
  const { path } = await createGroup(owner);
  const browser = await browserOf(owner);
  const page = await browser.submit(await browser.open("/groups/new"), "/groups", { name: "Pod growers", path });
  expect(page).toMatchObject({ status: 400 });
  expect(page.html).toContain('<p class="problem" role="alert">Path has already been taken.</p>');
  expect(page.html).toContain('value="Pod growers"');
});

test("the form is refused to those who may not create groups", async () => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}`, { can_create_group: false }));
  const { status, text } = await (await browserOf(user)).open("/groups/new");
  expect({ status, text: text.includes("You may not create groups.") }).toEqual({ status: 403, text: true });
});

test("an owner changes the group, also clearing a checkbox and a text", async () => {
  const owner = await createUser();
  const group = await createGroup(owner, { description: "Beans", request_access_enabled: true });
  const browser = await browserOf(owner);
  const form = await browser.open(`/groups/${group.path}/edit`);
  const changes = { name: "Pea growers", description: "", request_access_enabled: "false" };
  const page = await browser.submit(form, `/groups/${group.path}/edit`, changes);
  expect(page.text).toContain("The group was saved.");
  expect(await ok(owner.get(`/groups/${group.path}`))).toMatchObject({
    name: "Pea growers",
    description: "",
    request_access_enabled: false,
  });
});

test("a group is deleted once its path is typed", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const browser = await browserOf(owner);
  const [edit, action] = [`/groups/${group.path}/edit`, `/groups/${group.path}/delete`];
  const refused = await browser.submit(await browser.open(edit), action, { confirmation: "something else" });
  const after = await owner.get(`/groups/${group.path}`);
  const deleted = await browser.submit(refused, action, { confirmation: group.path });
  expect([refused.status, after.status]).toEqual([422, 200]);
  expect({ path: deleted.path, text: deleted.text.includes("The group was deleted.") }).toEqual({
    path: "/",
    text: true,
  });
  expect((await owner.get(`/groups/${group.path}`)).status).toBe(404);
});

test("a group whose path is a number is not mistaken for the one with this id", async () => {
  const [owner, other] = [await createUser(), await createUser()];
  const bystander = await createGroup(other, { visibility_level: 20 });
  const group = await createGroup(owner, { path: String(bystander.id), visibility_level: 20 });
  const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const browser = await browserOf(root);
  const home = await browser.open(`/groups/${group.path}`);
  const edit = await browser.open(`/groups/${group.path}/edit`);
  await browser.submit(edit, `/groups/${group.path}/delete`, { confirmation: group.path });
  const left = [bystander.id, group.id].map((id) => other.get(`/groups/${id}`).then(({ status }) => status));
  expect({
    shown: home.html.includes(`href="/${project.path_with_namespace}"`),
    left: await Promise.all(left),
  }).toEqual({
    shown: true,
    left: [200, 404],
  });
});

test("the settings are for owners", async () => {
  const [owner, master] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  await joinGroup(owner, group, master, "master");
  const browser = await browserOf(master);
  const page = await browser.open(`/groups/${group.path}`);
  const { status } = await browser.open(`/groups/${group.path}/edit`);
  expect({ status, linked: page.html.includes("/edit"), forms: actionsOf(page) }).toEqual({
    status: 403,
    linked: false,
    forms: ["/-/sign_out"],
  });
});

test("the pages of a group lead to its webhooks, audit events and notification settings", async () => {
  const owner = await createUser();
  const { path } = await createGroup(owner);
  const browser = await browserOf(owner);
  const [home, settings] = await Promise.all(["", "/edit"].map((page) => browser.open(`/groups/${path}${page}`)));
  const leads = (page: ShownPage | undefined, to: string) => page?.html.includes(`href="/groups/${path}/${to}"`);
  expect([leads(home, "notification_settings"), leads(settings, "hooks"), leads(settings, "audit_events")]).toEqual([
    true,
    true,
    true,
  ]);
});

describe("a group whose path is the id of another group", () => {
  async function numberedGroup() {
    const owner = await createUser();
    const other = await createGroup(owner);
    const numbered = await createGroup(owner, { path: String(other.id) });
    return { owner, other, numbered, browser: await browserOf(owner), home: `/groups/${other.id}` };
  }

  test("its page lists its own projects", async () => {
    const { owner, numbered, browser, home } = await numberedGroup();
    const project = await createProject(owner, { namespace_id: numbered.id });
    expect((await browser.open(home)).text).toContain(project.path_with_namespace);
  });

  test("its settings change it alone", async () => {
    const { owner, other, numbered, browser, home } = await numberedGroup();
    await browser.submit(await browser.open(`${home}/edit`), `${home}/edit`, { description: "Changed" });
    const texts = await Promise.all(
      [other, numbered].map(async ({ id }) => (await ok(owner.get(`/groups/${id}`))).description),
    );
    expect(texts).toEqual(["", "Changed"]);
  });

  test("its deletion deletes it alone", async () => {
    const { owner, other, numbered, browser, home } = await numberedGroup();
    const form = await browser.open(`${home}/edit`);
    await browser.submit(form, `${home}/delete`, { confirmation: numbered.path });
    const answers = await Promise.all([other, numbered].map(({ id }) => owner.get(`/groups/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });

  test("a member is added to it alone", async () => {
    const { owner, other, numbered, browser, home } = await numberedGroup();
    const { username } = await createUser();
    const page = `${home}/members`;
    await browser.submit(await browser.open(page), page, { username, access_level: "30" });
    const members = await Promise.all([other, numbered].map(({ id }) => ok(owner.get(`/groups/${id}/members`))));
    expect(members.map((list) => list.length)).toEqual([1, 2]);
  });
});
