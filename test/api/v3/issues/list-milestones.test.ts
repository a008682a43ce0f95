// The parameter milestone of the issue lists, and the list of a milestone's issues.
import { describe, expect, test } from "vitest";
import { createUser, ok, unique } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";
import { createCast, createGroup, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import {
  createLists,
  editIssue,
  exactly,
  issuesOf,
  issuesOfGroup,
  issuesOfMilestone,
  type Lists,
  list,
} from "./issue-lists.ts";

const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-06-01`;

/** Reads the lists that have a milestone filter: one's own, the group's, the project's. */
const listThree = ({ owner, paths }: Lists, query: Values) =>
  Promise.all(paths.slice(0, 3).map((path) => list(owner, path, query)));

const byThree = <T>(expected: T): T[] => [expected, expected, expected];

/** An issue in a new milestone of a project. */
async function createIn({ owner, project }: Lists, attributes: Values = {}, where: Project = project) {
  const milestone = await createMilestone(owner, where, attributes);
  const issue = await createIssue(owner, where, { milestone_id: milestone.id });
  return { milestone, issue };
}

describe("a milestone title", () => {
  test("is matched exactly", async () => {
    const lists = await createLists();
    const { issue } = await createIn(lists, { title: "v1.0" });
    await createIn(lists, { title: "v1.0.1" });
    await createIssue(lists.owner, lists.project);
    expect(await listThree(lists, { milestone: "v1.0" })).toEqual(byThree(exactly(issue)));
    for (const milestone of ["V1.0", "v1", "v1.0 ", "v%", "v1_0", "*", "unknown", "Any Milestone", "0"]) {
      expect(await listThree(lists, { milestone }), milestone).toEqual(byThree(exactly()));
    }
  });

  test.each(["100%", "a_b", "it's", 'the "big" one', "a,b", "#1", "#Upcoming", "no milestone", "Größe", "🚀", "1"])(
    "%j is matched exactly",
    async (title) => {
      const lists = await createLists();
      const { issue } = await createIn(lists, { title });
      await createIn(lists, { title: "100x" });
      await createIn(lists, { title: "aXb" });
      expect(await listThree(lists, { milestone: title })).toEqual(byThree(exactly(issue)));
    },
  );

  test("matches milestones of several projects", async () => {
    const lists = await createLists();
    const other = await createProject(lists.owner, { namespace_id: lists.group.id });
    const { issue: one } = await createIn(lists, { title: "v1" });
    const { issue: two } = await createIn(lists, { title: "v1" }, other);
    expect(await listThree(lists, { milestone: "v1" })).toEqual([exactly(one, two), exactly(one, two), exactly(one)]);
  });

  test("matches a closed milestone", async () => {
    const lists = await createLists();
    const { issue, milestone } = await createIn(lists, { title: "v1" });
    await ok(lists.owner.put(`/projects/${lists.project.id}/milestones/${milestone.id}`, { state_event: "close" }));
    expect(await listThree(lists, { milestone: "v1" })).toEqual(byThree(exactly(issue)));
  });

  test("matches by its current value", async () => {
    const lists = await createLists();
    const { issue, milestone } = await createIn(lists, { title: "v1" });
    await ok(lists.owner.put(`/projects/${lists.project.id}/milestones/${milestone.id}`, { title: "v2" }));
    expect(await listThree(lists, { milestone: "v1" })).toEqual(byThree(exactly()));
    expect(await listThree(lists, { milestone: "v2" })).toEqual(byThree(exactly(issue)));
  });
});

test("No Milestone matches issues that now have none", async () => {
  const lists = await createLists();
  const { issue, milestone } = await createIn(lists, { title: "v1" });
  const bare = await createIssue(lists.owner, lists.project);
  expect(await listThree(lists, { milestone: "No Milestone" })).toEqual(byThree(exactly(bare)));
  await editIssue(lists.owner, issue, { milestone_id: 0 });
  await editIssue(lists.owner, bare, { milestone_id: milestone.id });
  expect(await listThree(lists, { milestone: "No Milestone" })).toEqual(byThree(exactly(issue)));
});

describe("#upcoming", () => {
  test("matches the earliest active milestone with a future due date", async () => {
    const lists = await createLists();
    await createIn(lists, { due_date: yesterday() });
    await createIn(lists, { due_date: today() });
    await createIn(lists, {});
    await createIn(lists, { due_date: NEXT_YEAR });
    const { issue: later, milestone } = await createIn(lists, { due_date: tomorrow() });
    expect(await listThree(lists, { milestone: "#upcoming" })).toEqual(byThree(exactly(later)));
    await ok(lists.owner.put(`/projects/${lists.project.id}/milestones/${milestone.id}`, { state_event: "close" }));
    expect(await listThree(lists, { milestone: "#upcoming", search: "issue" })).toMatchObject(byThree({ total: 1 }));
    expect(await listThree(lists, { milestone: "#upcoming" })).not.toContainEqual(exactly(later));
  });

  test("matches one milestone per project, the oldest of those with the same due date", async () => {
    const lists = await createLists();
    const other = await createProject(lists.owner, { namespace_id: lists.group.id });
    const { issue: one } = await createIn(lists, { due_date: tomorrow() });
    await createIn(lists, { due_date: tomorrow() });
    const { issue: two } = await createIn(lists, { due_date: NEXT_YEAR }, other);
    const both = exactly(one, two);
    expect(await listThree(lists, { milestone: "#upcoming" })).toEqual([both, both, exactly(one)]);
  });

  test("matches nothing if there is no such milestone, or it has no issues", async () => {
    const lists = await createLists();
    await createIn(lists, { due_date: NEXT_YEAR });
    await createMilestone(lists.owner, lists.project, { due_date: tomorrow() });
    expect(await listThree(lists, { milestone: "#upcoming" })).toEqual(byThree(exactly()));
    const empty = await createLists();
    await createIssue(empty.owner, empty.project);
    expect(await listThree(empty, { milestone: "#upcoming" })).toEqual(byThree(exactly()));
  });
});

test("#started matches all milestones whose start date has come", async () => {
  const lists = await createLists();
  const { issue: past } = await createIn(lists, { start_date: "2016-01-01", due_date: "2016-02-01" });
  const { issue: now } = await createIn(lists, { start_date: today() });
  await createIn(lists, { start_date: tomorrow() });
  await createIn(lists, { due_date: yesterday() });
  await createIssue(lists.owner, lists.project);
  expect(await listThree(lists, { milestone: "#started" })).toEqual(byThree(exactly(past, now)));
});

test.each(["#upcoming", "#started", "No Milestone", "v1"])("%s combines with other filters", async (milestone) => {
  const lists = await createLists();
  const { owner, project } = lists;
  // A common word would be found in the issues of all tests before the project narrows the search.
  const word = unique("word");
  const title = `${word} of an issue`;
  const dates = { start_date: yesterday(), due_date: tomorrow() };
  const { id } = await createMilestone(owner, project, { title: "v1", ...dates });
  const inside = await createIssue(owner, project, { title, milestone_id: id, labels: "bug", assignee_id: owner.id });
  await createIssue(owner, project, { title, milestone_id: id });
  const outside = await createIssue(owner, project, { title, labels: "bug", assignee_id: owner.id });
  await createIssue(owner, project, { title });
  const expected = byThree(exactly(milestone === "No Milestone" ? outside : inside));
  expect(await listThree(lists, { milestone, labels: "bug" })).toEqual(expected);
  expect(await listThree(lists, { milestone, assignee_id: owner.id })).toEqual(expected);
  expect(await listThree(lists, { milestone, labels: "bug", search: word, state: "opened" })).toEqual(expected);
});

describe("the list of a milestone's issues", () => {
  test("ignores the parameter milestone", async () => {
    const lists = await createLists();
    const { issue, milestone } = await createIn(lists);
    const { issue: another } = await createIn(lists, { title: "another" });
    await createIssue(lists.owner, lists.project);
    const path = issuesOfMilestone(lists.project, milestone);
    expect(await list(lists.owner, path)).toEqual(exactly(issue));
    expect(await list(lists.owner, path, { milestone: "another" })).toEqual(exactly(issue));
    expect(await list(lists.owner, path, { milestone: "No Milestone" })).toEqual(exactly(issue));
    await editIssue(lists.owner, another, { milestone_id: milestone.id });
    expect(await list(lists.owner, path)).toEqual(exactly(issue, another));
  });

  test("is empty for a milestone without issues", async () => {
    const { owner, paths } = await createLists();
    expect(await list(owner, paths[3] ?? "")).toEqual(exactly());
  });

  test("is 404 for a milestone of another project", async () => {
    // Created first, so that no iid below is the id of a milestone of the project.
    await createLists();
    const lists = await createLists();
    const other = await createProject(lists.owner);
    const foreign = await createMilestone(lists.owner, other);
    await createIssue(lists.owner, other, { milestone_id: foreign.id });
    const paths = [foreign.id, lists.milestone.iid, 0, "99999999999999999999"].map(
      (id) => `/projects/${lists.project.id}/milestones/${id}/issues`,
    );
    const answers = await Promise.all(paths.map((path) => list(lists.owner, path)));
    expect(answers).toEqual(paths.map(() => ({ status: 404, text: '{"message":"404 Not found"}' })));
  });

  test("checks parameters before the lookup, and is 404 for users who cannot read the project", async () => {
    const { paths, project } = await createLists();
    const stranger = await createUser();
    expect(await list(stranger, `/projects/${project.id}/milestones/x/issues`)).toEqual({
      status: 400,
      text: '{"error":"milestone_id is invalid"}',
    });
    expect(await list(stranger, paths[3] ?? "")).toEqual({
      status: 404,
      text: '{"message":"404 Project Not Found"}',
    });
  });

  test("hides confidential issues from users who may not see them", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const milestone = await createMilestone(cast.owner, project);
    const params = { milestone_id: milestone.id };
    const plain = await createIssue(cast.owner, project, params);
    const secret = await createIssue(cast.owner, project, { ...params, confidential: true });
    const assigned = await createIssue(cast.owner, project, {
      ...params,
      confidential: true,
      assignee_id: cast.guest.id,
    });
    const path = issuesOfMilestone(project, milestone);
    for (const viewer of [cast.outsider, cast.external]) expect(await list(viewer, path)).toEqual(exactly(plain));
    expect(await list(cast.guest, path)).toEqual(exactly(plain, assigned));
    for (const viewer of [cast.reporter, cast.owner, cast.admin]) {
      expect(await list(viewer, path)).toEqual(exactly(plain, secret, assigned));
    }
  });

  test("finds a project by its path, and is empty where issues are disabled", async () => {
    const lists = await createLists();
    const { issue, milestone } = await createIn(lists);
    const path = `/projects/${encodeURIComponent(lists.project.path_with_namespace)}/milestones/${milestone.id}/issues`;
    expect(await list(lists.owner, path)).toEqual(exactly(issue));
    await ok(lists.owner.put(`/projects/${lists.project.id}`, { issues_enabled: false }));
    expect(await list(lists.owner, path)).toEqual(exactly());
  });
});

test("a milestone of an invisible project matches no listed issue", async () => {
  const owner = await createUser();
  const viewer = await createUser();
  const group = await createGroup(owner, { visibility_level: 20 });
  const open = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const closed = await createProject(owner, { namespace_id: group.id, visibility_level: 0 });
  const made = await Promise.all(
    [open, closed].map(async (project) => {
      const milestone = await createMilestone(owner, project, { title: "v1", due_date: tomorrow() });
      return createIssue(owner, project, { milestone_id: milestone.id });
    }),
  );
  const [seen] = made;
  for (const milestone of ["v1", "#upcoming"]) {
    expect(await list(viewer, issuesOfGroup(group), { milestone })).toEqual(seen && exactly(seen));
    expect(await list(viewer, issuesOf(open), { milestone })).toEqual(seen && exactly(seen));
  }
});
