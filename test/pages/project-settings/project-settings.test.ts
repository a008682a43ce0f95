// /:namespace/:project/edit and /issue_trackers
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, root, unique } from "../../support/actors.ts";
import { actionsOf, Browser, type ShownPage } from "../../support/browser.ts";
import { createCast, createGroup, createProject, type Project } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

const at = ({ path_with_namespace }: Project): string => `/${path_with_namespace}`;

/** The owner of a project of their own, signed in, with its settings open. */
async function withSettings(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const browser = await signIn(owner);
  const url = at(project);
  const read = async () => ok(owner.get(`/projects/${project.id}`));
  return { owner, project, browser, url, read, page: await browser.open(`${url}/edit`) };
}

test("the settings are those of the project, in one round trip", async () => {
  const { page, project } = await withSettings({ description: "A river", wiki_enabled: false });
  const isChecked = (name: string) => new RegExp(`id="${name}"[^>]*checked`).test(page.html);
  expect({
    status: page.status,
    roundTrips: roundTripsOf(page),
    name: page.html.includes(`value="${project.name}"`),
    description: page.html.includes("A river</textarea>"),
    switches: ["issues_enabled", "wiki_enabled"].map(isChecked),
  }).toEqual({ status: 200, roundTrips: 1, name: true, description: true, switches: [true, false] });
});

test("general settings are saved", async () => {
  const { browser, page, url, read } = await withSettings();
  const fields = {
    name: "Delta",
    description: "",
    visibility_level: "20",
    issues_enabled: "false",
    only_allow_merge_if_build_succeeds: "true",
    only_allow_merge_if_all_discussions_are_resolved: "true",
    request_access_enabled: "false",
  };
  const saved = await browser.submit(page, `${url}/edit`, fields);
  const project = await read();
  expect([saved.path, saved.text.includes("The settings were saved."), project]).toEqual([
    `${url}/edit`,
    true,
    expect.objectContaining({
      name: "Delta",
      description: "",
      visibility_level: 20,
      issues_enabled: false,
      merge_requests_enabled: true,
      only_allow_merge_if_build_succeeds: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
      request_access_enabled: false,
    }),
  ]);
});

test("a refusal shows the reason, and what was entered", async () => {
  const { browser, page, url } = await withSettings();
  const fields = { name: "#", description: "<b>kept</b>", issues_enabled: "false" };
  const refused = await browser.submit(page, `${url}/edit`, fields);
  expect({
    status: refused.status,
    reason: refused.text.includes("Name can contain only letters"),
    entered: refused.html.includes("&lt;b&gt;kept&lt;/b&gt;</textarea>"),
    box: /id="issues_enabled"[^>]*checked/.test(refused.html),
  }).toEqual({ status: 400, reason: true, entered: true, box: false });
});

test("changing the path leads to the settings at the new one", async () => {
  const { browser, page, url, owner } = await withSettings();
  const path = unique("delta");
  const moved = await browser.submit(page, `${url}/edit/path`, { path });
  expect([moved.status, moved.path]).toEqual([200, `/${owner.username}/${path}/edit`]);
});

test("a project is archived, and taken out of the archive", async () => {
  const { browser, page, url, read } = await withSettings();
  const archived = await browser.submit(page, `${url}/edit/archive`);
  const before = (await read()).archived;
  await browser.submit(archived, `${url}/edit/unarchive`);
  expect([before, (await read()).archived]).toEqual([true, false]);
});

describe("deleting", () => {
  test("needs the project's path", async () => {
    const { browser, page, url, project, read } = await withSettings();
    const refused = await browser.submit(page, `${url}/edit/delete`, { confirmation: project.path });
    expect([refused.status, refused.text.includes(`type ${project.path_with_namespace} to confirm`)]).toEqual([
      422,
      true,
    ]);
    expect((await read()).id).toBe(project.id);
  });

  test("deletes the project", async () => {
    const { browser, page, url, project, owner } = await withSettings();
    const fields = { confirmation: project.path_with_namespace };
    const deleted = await browser.submit(page, `${url}/edit/delete`, fields);
    const { status } = await owner.get(`/projects/${project.id}`);
    expect([deleted.path, deleted.text.includes(`${project.path_with_namespace} was deleted.`), status]).toEqual([
      "/",
      true,
      404,
    ]);
  });

  test("needs the CSRF token", async () => {
    const { browser, url, project, read } = await withSettings();
    const body = new URLSearchParams({ confirmation: project.path_with_namespace });
    expect((await browser.post(`${url}/edit/delete`, body)).status).toBe(403);
    expect((await read()).id).toBe(project.id);
  });
});

test("an administrator transfers a project to a group", async () => {
  const { project, url } = await withSettings();
  const group = await createGroup(await createUser());
  const browser = await signIn(root);
  const moved = await browser.submit(await browser.open(`${url}/edit`), `${url}/edit/transfer`, { group: group.path });
  expect([moved.status, moved.path]).toEqual([200, `/${group.path}/${project.path}/edit`]);
});

test("a transfer to a group that does not exist is the page for what does not exist", async () => {
  const { url } = await withSettings();
  const browser = await signIn(root);
  const fields = { group: unique("nowhere") };
  const answer = await browser.submit(await browser.open(`${url}/edit`), `${url}/edit/transfer`, fields);
  expect(answer.status).toBe(404);
});

test("the link of a fork to its source is removed", async () => {
  const source = await createProject(await createUser(), { visibility_level: 20 });
  const owner = await createUser();
  const fork = await ok(owner.post(`/projects/fork/${source.id}`));
  const browser = await signIn(owner);
  const page = await browser.open(`${at(fork)}/edit`);
  const after = await browser.submit(page, `${at(fork)}/edit/remove_fork`);
  const { forked_from_project } = await ok(owner.get(`/projects/${fork.id}`));
  expect([page.html.includes(`href="${at(source)}"`), forked_from_project, actionsOf(after)]).toEqual([
    true,
    undefined,
    expect.not.arrayContaining([`${at(fork)}/edit/remove_fork`]),
  ]);
});

describe("who may", () => {
  /** The last segments of the actions that change the project. */
  const offered = (page: ShownPage): string[] =>
    actionsOf(page)
      .filter((action) => action.includes("/edit"))
      .map((action) => action.split("/").at(-1) ?? "");

  test("settings are for masters, and what only owners or administrators may change is offered to them alone", async () => {
    const { cast, project } = await createCast();
    const shown: Record<string, unknown> = {};
    for (const role of ["outsider", "guest", "developer", "master", "owner", "admin"] as const) {
      const page = await (await signIn(cast[role])).open(`${at(project)}/edit`);
      shown[role] = [page.status, page.html.includes('name="visibility_level"'), offered(page)];
    }
    const owners = ["edit", "path", "archive"];
    expect(shown).toEqual({
      outsider: [404, false, []],
      guest: [403, false, []],
      developer: [403, false, []],
      master: [200, false, ["edit"]],
      owner: [200, true, [...owners, "delete"]],
      admin: [200, true, [...owners, "transfer", "delete"]],
    });
  });

  test("visitors without a session are led to the sign-in page", async () => {
    const project = await createProject(await createUser(), { visibility_level: 20 });
    expect((await new Browser().open(`${at(project)}/edit`)).path).toContain("/-/sign_in?return_to=");
  });

  test("a master saves the settings that are for masters", async () => {
    const { cast, project } = await createCast();
    const browser = await signIn(cast.master);
    const page = await browser.open(`${at(project)}/edit`);
    const saved = await browser.submit(page, `${at(project)}/edit`, { description: "By a master" });
    const { description } = await ok(cast.master.get(`/projects/${project.id}`));
    expect([saved.status, description]).toEqual([200, "By a master"]);
  });

  test.each(["path", "archive", "transfer", "delete"])("a developer cannot POST %s", async (action) => {
    const { cast, project } = await createCast();
    const browser = await signIn(cast.developer);
    const { html } = await browser.open("/-/explore");
    const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const fields = { authenticity_token, path: "other", confirmation: project.path_with_namespace, group: "other" };
    const { status } = await browser.post(`${at(project)}/edit/${action}`, new URLSearchParams(fields));
    const now = await ok(cast.owner.get(`/projects/${project.id}`));
    expect([status, now.path, now.archived]).toEqual([403, project.path, false]);
  });
});

describe("the external issue tracker", () => {
  const tracker = {
    title: "Bugs <here>",
    project_url: "https://bugs.example/p",
    issues_url: "https://bugs.example/p/:id",
    new_issue_url: "https://bugs.example/p/new",
  };

  test("is set, shown and removed", async () => {
    const { browser, owner, project, url } = await withSettings();
    const page = `${url}/issue_trackers`;
    const saved = await browser.submit(await browser.open(page), page, tracker);
    const api = `/projects/${project.id}/services/custom-issue-tracker`;
    const { properties } = await ok(owner.get(api));
    await browser.submit(saved, `${page}/delete`);
    expect([properties, saved.html.includes('value="Bugs &lt;here&gt;"'), (await ok(owner.get(api))).active]).toEqual([
      expect.objectContaining(tracker),
      true,
      false,
    ]);
  });

  test("refuses other URLs than those of the web", async () => {
    const { browser, url } = await withSettings();
    const page = `${url}/issue_trackers`;
    const fields = { ...tracker, issues_url: "javascript:alert(1)" };
    const refused = await browser.submit(await browser.open(page), page, fields);
    expect([refused.status, refused.text.includes("The URLs begin with http://")]).toEqual([400, true]);
  });

  test("is for masters, in one round trip", async () => {
    const { cast, project } = await createCast();
    const open = async (role: "guest" | "master") => (await signIn(cast[role])).open(`${at(project)}/issue_trackers`);
    const [guest, master] = [await open("guest"), await open("master")];
    expect([guest.status, master.status, roundTripsOf(master)]).toEqual([403, 200, 1]);
  });
});
