// GET /groups/:id/issues: issues of a group's projects that the caller can see.
import { describe, expect, test } from "vitest";
import { type Actor, castNames, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import {
  createCast,
  createGroup,
  createIssue,
  createProject,
  type Group,
  type Issue,
} from "../../../support/factories.ts";
import { exactly, issuesOf, issuesOfGroup, list } from "./issue-lists.ts";

const noGroup = { status: 404, text: '{"message":"404 Group Not Found"}' };

/** Queries for every query plan: by counters, and by matching rows. */
const queries = [
  {},
  { state: "opened" },
  { labels: "needle" },
  { search: "needle" },
  { search: "ne" },
  { assignee_id: 0 },
];

/** Ids of the listed issues, the same with every query plan. */
async function expectList(caller: Actor, group: Group, expected: object) {
  for (const query of queries)
    expect(await list(caller, issuesOfGroup(group), query), JSON.stringify(query)).toEqual(expected);
}

const needle = { title: "needle", labels: "needle" };

describe("a reader of the group", () => {
  test("finds it by id and by path, in any letter case", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const issue = await createIssue(owner, await createProject(owner, { namespace_id: group.id }));
    for (const id of [group.id, group.path, group.path.toUpperCase()]) {
      expect(await list(owner, `/groups/${id}/issues`)).toEqual(exactly(issue));
    }
  });

  test.each(["0", "-1", "999999999", "99999999999999999999", "no-such-group", "a%2Fb", "%F0%9F%98%80", "%20"])(
    "finds no group %s",
    async (id) => {
      expect(await list(await createUser(), `/groups/${id}/issues`)).toEqual(noGroup);
    },
  );

  test("finds no group in a user's namespace", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project);
    expect(await list(owner, `/groups/${project.namespace.id}/issues`)).toEqual(noGroup);
    expect(await list(owner, `/groups/${owner.username}/issues`)).toEqual(noGroup);
  });

  test("gets an empty list for a group without projects, and others get 404", async () => {
    const [owner, stranger] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    expect(await list(owner, issuesOfGroup(group))).toEqual(exactly());
    await expectList(stranger, group, noGroup);
  });
});

test("the list has only issues the viewer can see", async () => {
  const { cast, group, project: open } = await createCast({ visibility_level: 20 }, { visibility_level: 20 });
  const [internal, hidden] = await Promise.all(
    [10, 0].map((visibility_level) => createProject(cast.owner, { namespace_id: group.id, visibility_level })),
  );
  if (!internal || !hidden) throw new Error("There are no projects.");
  const made: Record<string, Issue> = {};
  for (const [name, project] of Object.entries({ open, internal, hidden })) {
    made[name] = await createIssue(cast.owner, project, needle);
    made[`secret ${name}`] = await createIssue(cast.owner, project, { ...needle, confidential: true });
  }
  const plain = ["open", "internal", "hidden"];
  const all = Object.keys(made);
  const sees: Record<string, string[]> = {
    external: ["open"],
    outsider: ["open", "internal"],
    guest: plain,
    reporter: all,
    developer: all,
    master: all,
    owner: all,
    admin: all,
  };
  const { anonymous: _, ...signedIn } = cast;
  const idsByViewer: Record<string, unknown[]> = {};
  for (const [name, viewer] of Object.entries(signedIn)) {
    idsByViewer[name] = await Promise.all(queries.map((query) => list(viewer, issuesOfGroup(group), query)));
  }
  const expected = Object.entries(sees).map(([name, seen]) => {
    const issues = seen.flatMap((which) => made[which] ?? []);
    return [name, queries.map(() => exactly(...issues))];
  });
  expect(idsByViewer).toEqual(Object.fromEntries(expected));
  expect(castNames).toEqual(["anonymous", ...Object.keys(sees)]);
});

test("the list is 401 for anonymous callers, even for a public group", async () => {
  const { cast, group } = await createCast({ visibility_level: 20 }, { visibility_level: 20 });
  expect(await list(cast.anonymous, issuesOfGroup(group))).toEqual({
    status: 401,
    text: '{"message":"401 Unauthorized"}',
  });
});

test("confidential issues are checked project by project", async () => {
  const [owner, viewer] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner, { visibility_level: 20 });
  const create = (visibility_level: number) => createProject(owner, { namespace_id: group.id, visibility_level });
  const [reported, visited, written] = [await create(0), await create(0), await create(20)];
  await joinProject(owner, reported, viewer, "reporter");
  await joinProject(owner, visited, viewer, "guest");
  const secret = { ...needle, confidential: true };
  const seen = [
    await createIssue(owner, reported, secret),
    await createIssue(owner, visited, { ...secret, assignee_id: 0 }),
    await createIssue(viewer, written, { title: "needle", confidential: true }),
    await createIssue(owner, written, needle),
  ].filter((_, at) => at !== 1);
  await createIssue(owner, written, secret);
  for (const query of [{}, { search: "needle" }, { search: "ne" }, { state: "opened" }]) {
    expect(await list(viewer, issuesOfGroup(group), query)).toEqual(exactly(...seen));
  }
});

test("a private group is visible to members of one of its projects, with that project's issues only", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner, { visibility_level: 0 });
  const [seen, other] = await Promise.all([1, 2].map(() => createProject(owner, { namespace_id: group.id })));
  if (!seen || !other) throw new Error("There are no projects.");
  const issue = await createIssue(owner, seen, needle);
  await createIssue(owner, other, needle);
  await expectList(member, group, noGroup);
  await joinProject(owner, seen, member, "guest");
  await expectList(member, group, exactly(issue));
  await ok(owner.delete(`/projects/${seen.id}/members/${member.id}`));
  await expectList(member, group, noGroup);
});

test("a user who joins the group sees all of its issues, and after leaving only what they saw before", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner, { visibility_level: 20 });
  const hidden = await createProject(owner, { namespace_id: group.id });
  const open = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const [one, two] = [await createIssue(owner, hidden, needle), await createIssue(owner, open, needle)];
  await expectList(member, group, exactly(two));
  await joinGroup(owner, group, member, "guest");
  await expectList(member, group, exactly(one, two));
  await ok(member.delete(`/groups/${group.id}/members/${member.id}`));
  await expectList(member, group, exactly(two));
});

describe("issues of projects shared with the group", () => {
  test("are listed for its members until the share ends", async () => {
    const [owner, sharer, member] = await Promise.all([createUser(), createUser(), createUser()]);
    const group = await createGroup(owner);
    await joinGroup(owner, group, member, "developer");
    const [own, shared] = [await createProject(owner, { namespace_id: group.id }), await createProject(sharer)];
    await shareWith(sharer, shared, group, "developer");
    const one = await createIssue(owner, own, needle);
    const two = await createIssue(sharer, shared, { ...needle, confidential: true });
    await expectList(member, group, exactly(one, two));
    await ok(sharer.delete(`/projects/${shared.id}/share/${group.id}`));
    await expectList(member, group, exactly(one));
  });

  test("are left out once the share has expired", async () => {
    const [owner, sharer] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { visibility_level: 20 });
    const shared = await createProject(sharer, { visibility_level: 20 });
    await shareWith(sharer, shared, group, "developer", { expires_at: yesterday() });
    await createIssue(sharer, shared, needle);
    await expectList(owner, group, exactly());
  });

  test("include confidential ones only if the share makes the member a reporter", async () => {
    const [owner, sharer, member] = await Promise.all([createUser(), createUser(), createUser()]);
    const group = await createGroup(owner);
    await joinGroup(owner, group, member, "guest");
    const [asGuests, asReporters] = [await createProject(sharer), await createProject(sharer)];
    await shareWith(sharer, asGuests, group, "guest");
    await shareWith(sharer, asReporters, group, "reporter");
    const secret = { ...needle, confidential: true };
    const plain = [await createIssue(sharer, asGuests, needle), await createIssue(sharer, asReporters, needle)];
    await createIssue(sharer, asGuests, secret);
    const reported = await createIssue(sharer, asReporters, secret);
    await expectList(member, group, exactly(...plain));
    await expectList(owner, group, exactly(...plain, reported));
  });

  test("are listed once among the group's own", async () => {
    const owner = await createUser();
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const project = await createProject(owner, { namespace_id: group.id });
    await shareWith(owner, project, other, "reporter");
    const issue = await createIssue(owner, project, needle);
    await expectList(owner, group, exactly(issue));
    await expectList(owner, other, exactly(issue));
  });
});

test("archived projects are included, those with disabled issues are not", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const [archived, off] = await Promise.all([1, 2].map(() => createProject(owner, { namespace_id: group.id })));
  if (!archived || !off) throw new Error("There are no projects.");
  const issue = await createIssue(owner, archived, needle);
  await createIssue(owner, off, needle);
  await ok(owner.post(`/projects/${archived.id}/archive`));
  await ok(owner.put(`/projects/${off.id}`, { issues_enabled: false }));
  await expectList(owner, group, exactly(issue));
});

test("the issues of a transferred project move to its new group's list", async () => {
  const admin = await createAdmin();
  const [from, to] = [await createGroup(admin), await createGroup(admin)];
  const project = await createProject(admin, { namespace_id: from.id });
  const issue = await createIssue(admin, project, needle);
  await ok(admin.post(`/groups/${to.id}/projects/${project.id}`));
  await expectList(admin, from, exactly());
  await expectList(admin, to, exactly(issue));
  expect(await list(admin, issuesOf(project))).toEqual(exactly(issue));
});

test("issues of several projects are sorted together", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const projects = await Promise.all([1, 2, 3].map(() => createProject(owner, { namespace_id: group.id })));
  const days = ["2016-01-03", "2016-01-01", "2016-01-02"];
  const issues: (Issue & { day: string })[] = [];
  for (const day of days) {
    for (const project of projects) {
      issues.push({ ...(await createIssue(owner, project, { ...needle, created_at: day })), day });
    }
  }
  const sorted = issues.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id));
  await expectList(owner, group, exactly(...sorted));
  for (const query of queries) {
    const descending = await list(owner, issuesOfGroup(group), { ...query, sort: "desc" });
    expect(descending).toEqual(exactly(...sorted.toReversed()));
  }
});

test("a list of 60 projects costs as many round trips as one of one project", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const projects = await Promise.all(
    Array.from({ length: 60 }, () => createProject(owner, { namespace_id: group.id })),
  );
  const issues: Issue[] = [];
  for (const project of projects) issues.push(await createIssue(owner, project, needle));
  for (const query of queries) {
    expect(await list(owner, issuesOfGroup(group), { ...query, per_page: 100 })).toEqual(exactly(...issues));
  }
});
