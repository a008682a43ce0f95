// /groups/:group/members and /:namespace/:project/project_members
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok, type Role } from "../../support/actors.ts";
import { joinGroup, joinProject, shareWith } from "../../support/belonging.ts";
import { actionsOf, Browser } from "../../support/browser.ts";
import { createGroup, createProject } from "../../support/factories.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

interface Place {
  readonly owner: Actor;
  /** Of the page. */
  readonly path: string;
  /** Of the API. */
  readonly at: string;
  join(user: Actor, role: Exclude<Role, "owner">): Promise<unknown>;
}

async function groupPlace(attributes = {}): Promise<Place> {
  const owner = await createUser();
  const group = await createGroup(owner, attributes);
  const join = (user: Actor, role: Role) => joinGroup(owner, group, user, role);
  return { owner, path: `/groups/${group.path}/members`, at: `/groups/${group.id}`, join };
}

async function projectPlace(attributes = {}): Promise<Place> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const join = (user: Actor, role: Exclude<Role, "owner">) => joinProject(owner, project, user, role);
  return { owner, path: `/${project.path_with_namespace}/project_members`, at: `/projects/${project.id}`, join };
}

describe.each([
  ["group", groupPlace],
  ["project", projectPlace],
])("of a %s", (_, createPlace) => {
  test("members are listed with level and expiry, in the two round trips of the API's list", async () => {
    const { owner, path, at } = await createPlace();
    const guest = await createUser();
    await ok(owner.post(`${at}/members`, { user_id: guest.id, access_level: 10, expires_at: "2099-01-02" }));
    const page = await (await browserOf(guest)).open(path);
    expect(page.text).toContain(`@${guest.username} Guest 2099-01-02`);
    expect(roundTripsOf(page)).toBe(2);
  });

  test("a member is added by username, changed and removed", async () => {
    const { owner, path, at } = await createPlace();
    const { id, username } = await createUser();
    const browser = await browserOf(owner);
    const member = async () => {
      const { status, body } = await owner.get(`${at}/members/${id}`);
      return status === 200 ? [body.access_level, body.expires_at] : status;
    };
    const added = await browser.submit(await browser.open(path), path, { username, access_level: "20" });
    const reporter = await member();
    const changed = await browser.submit(added, `${path}/${id}`, { access_level: "30", expires_at: "2099-01-02" });
    const developer = await member();
    const cleared = await browser.submit(changed, `${path}/${id}`, { expires_at: "" });
    const lasting = await member();
    await browser.submit(cleared, `${path}/${id}/remove`);
    expect([reporter, developer, lasting, await member()]).toEqual([[20, null], [30, "2099-01-02"], [30, null], 404]);
  });

  test("an unknown username is refused, and what was entered is kept", async () => {
    const { owner, path } = await createPlace();
    const browser = await browserOf(owner);
    const page = await browser.submit(await browser.open(path), path, { username: "no-such-user" });
    expect(page).toMatchObject({ status: 422 });
    expect(page.text).toContain("There is no user no-such-user.");
    expect(page.html).toContain('value="no-such-user"');
  });

  test("members who may not manage others have no form but that of leaving", async () => {
    const { path, join } = await createPlace({ visibility_level: 0 });
    const user = await createUser();
    await join(user, "developer");
    const browser = await browserOf(user);
    const page = await browser.open(path);
    expect(actionsOf(page)).toEqual(["/-/sign_out", `${path}/${user.id}/remove`]);
    const left = await browser.submit(page, `${path}/${user.id}/remove`);
    expect({ path: left.path, text: left.text.includes("You have left.") }).toEqual({ path: "/", text: true });
    expect((await browser.open(path)).status).toBe(404);
  });

  test("a form of those who may manage members is refused to others", async () => {
    const { owner, path, at, join } = await createPlace();
    const [user, other] = [await createUser(), await createUser()];
    await join(user, "developer");
    const browser = await browserOf(user);
    const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec((await browser.open(path)).html)?.[1];
    const body = new URLSearchParams({ authenticity_token: authenticity_token ?? "", access_level: "40" });
    body.set("username", other.username);
    const { status } = await browser.post(path, body);
    expect({ status, member: (await owner.get(`${at}/members/${other.id}`)).status }).toEqual({
      status: 403,
      member: 404,
    });
  });

  test("access is requested, withdrawn, requested again and approved", async () => {
    const { owner, path, at } = await createPlace({ visibility_level: 20, request_access_enabled: true });
    const user = await createUser();
    const [asking, deciding] = [await browserOf(user), await browserOf(owner)];
    const requested = await asking.submit(await asking.open(path), `${path}/request`);
    const withdrawn = await asking.submit(requested, `${path}/${user.id}/deny`);
    await asking.submit(withdrawn, `${path}/request`);
    const decided = await deciding.submit(await deciding.open(path), `${path}/${user.id}/approve`, {
      access_level: "20",
    });
    expect([requested, withdrawn].map(({ text }) => text.includes("You have requested access."))).toEqual([
      true,
      false,
    ]);
    expect(decided.text).toContain(`Name of ${user.username} is a member.`);
    expect(await ok(owner.get(`${at}/members/${user.id}`))).toMatchObject({ access_level: 20 });
  });

  test("a request is denied", async () => {
    const { owner, path, at } = await createPlace({ visibility_level: 20, request_access_enabled: true });
    const user = await createUser();
    await ok(user.post(`${at}/access_requests`));
    const browser = await browserOf(owner);
    const page = await browser.submit(await browser.open(path), `${path}/${user.id}/deny`);
    expect([page.text.includes("The request was removed."), page.text.includes(user.username)]).toEqual([true, false]);
  });

  test("requests are shown to those who decide them only", async () => {
    const { path, at, join } = await createPlace({ visibility_level: 20, request_access_enabled: true });
    const [user, guest] = [await createUser(), await createUser()];
    await join(guest, "guest");
    await ok(user.post(`${at}/access_requests`));
    expect((await (await browserOf(guest)).open(path)).text).not.toContain(user.username);
  });

  test("a visitor without a session signs in first", async () => {
    const { path } = await createPlace({ visibility_level: 20 });
    expect((await new Browser().open(path)).path).toMatch(/^\/-\/sign_in/);
  });
});

test("members can be searched by name", async () => {
  const { owner, path, join } = await groupPlace();
  const user = await createUser();
  await join(user, "guest");
  const { text } = await (await browserOf(owner)).open(`${path}?search=${user.username}`);
  expect([text.includes(`@${user.username}`), text.includes(`@${owner.username}`)]).toEqual([true, false]);
});

test("a project is shared with a group by its path, and no longer", async () => {
  const { owner, path } = await projectPlace();
  const group = await createGroup(await createUser(), { visibility_level: 20 });
  const browser = await browserOf(owner);
  const fields = { group: group.path, group_access: "20" };
  const shared = await browser.submit(await browser.open(path), `${path}/shares`, fields);
  const unshared = await browser.submit(shared, `${path}/shares/${group.id}/remove`);
  expect([shared, unshared].map(({ text }) => text.includes(`${group.name}, Reporter`))).toEqual([true, false]);
});

test("those who may not share a project see the shares without a form", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const group = await createGroup(owner);
  await shareWith(owner, project, group, "guest");
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const page = await (await browserOf(guest)).open(`/${project.path_with_namespace}/project_members`);
  expect(page.text).toContain(`${group.name}, Guest`);
  expect(actionsOf(page).filter((action) => action.includes("shares"))).toEqual([]);
});

test("access to a project is offered to users who have none, not to administrators, who have all", async () => {
  const { path } = await projectPlace({ visibility_level: 20, request_access_enabled: true });
  const offered = async (user: Actor) =>
    actionsOf(await (await browserOf(user)).open(path)).includes(`${path}/request`);
  expect([await offered(await createUser()), await offered(await createAdmin())]).toEqual([true, false]);
});

test("the owner of a personal project can neither be removed nor leave", async () => {
  const { owner, path } = await projectPlace();
  const page = await (await browserOf(owner)).open(path);
  expect(actionsOf(page).filter((action) => action.endsWith("/remove"))).toEqual([]);
});

test("the last owner of a group can neither be changed nor leave, one of two can", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const browser = await browserOf(owner);
  const formsOf = async () => {
    const actions = actionsOf(await browser.open(`/groups/${group.path}/members`));
    return actions.filter((action) => action.includes(`/${owner.id}`));
  };
  const alone = await formsOf();
  await joinGroup(owner, group, await createUser(), "owner");
  const path = `/groups/${group.path}/members/${owner.id}`;
  expect([alone, await formsOf()]).toEqual([[], [`${path}/remove`, path, `${path}/remove`]]);
});

test("the page of a group's project leads to the group's members", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const { text, html } = await (await browserOf(owner)).open(`/${project.path_with_namespace}/project_members`);
  expect([text.includes("There are no members here."), html.includes(`href="/groups/${group.path}/members"`)]).toEqual([
    true,
    true,
  ]);
});
