// Lists of API v4 take one round trip to the database.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

test("lists of todos, events, projects, groups and found records take one round trip", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await createIssue(owner, project, { title: "Found", assignee_id: owner.id });
  const [inGroup, inProject] = [`/groups/${group.id}`, `/projects/${project.id}`];
  const found = (scope: string) => `search?search=found&scope=${scope}`;
  const trips: Record<string, number | undefined> = {};
  const paths = [
    "/todos",
    "/events",
    "/events?scope=all",
    `/users/${owner.username}/events`,
    `${inProject}/events`,
    `/users/${owner.id}/projects`,
    `${inProject}/forks`,
    `${inProject}/groups`,
    ...["projects", "issues", "merge_requests", "milestones"].flatMap((scope) => [
      `/${found(scope)}`,
      `${inGroup}/${found(scope)}`,
    ]),
    ...["issues", "merge_requests", "milestones", "notes"].map((scope) => `${inProject}/${found(scope)}`),
    `/${found("users")}`,
  ];
  for (const path of paths) {
    const { status, cost } = await owner.get(v4(path));
    trips[path] = status === 200 ? cost.roundTrips : status;
  }
  expect(trips).toEqual(Object.fromEntries(paths.map((path) => [path, 1])));
});
