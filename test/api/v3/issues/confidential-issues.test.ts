// Who sees a confidential issue, and that nobody else can detect it.
import { expect, test } from "vitest";
import { type Cast, castNames, createUser } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { tomorrow } from "../../../support/days.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { editIssue, exactly, issuesOf, issuesOfGroup, list } from "./issue-lists.ts";

const sees: Record<keyof Cast, boolean> = {
  anonymous: false,
  external: false,
  outsider: false,
  guest: false,
  reporter: true,
  developer: true,
  master: true,
  owner: true,
  admin: true,
};

test("a confidential issue is visible to reporters and up only", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project, { confidential: true });
  const statuses = await Promise.all(
    castNames.map(async (name) => [name, (await cast[name].get(`/projects/${project.id}/issues/${issue.id}`)).status]),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    ...Object.fromEntries(castNames.map((name) => [name, sees[name] ? 200 : 404])),
    anonymous: 401,
  });
});

test("its author and its assignee see it in the list and in every count", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  await createIssue(cast.outsider, project, { confidential: true });
  await createIssue(cast.owner, project, { confidential: true, assignee_id: cast.guest.id });
  for (const viewer of [cast.outsider, cast.guest]) {
    const list = await viewer.get(`/projects/${project.id}/issues`);
    const single = await viewer.get(`/projects/${project.id}`);
    expect({ status: list.status, rows: list.body.length, total: list.headers.get("x-total") }).toEqual({
      status: 200,
      rows: 1,
      total: "1",
    });
    expect(single).toMatchObject({ status: 200, body: { open_issues_count: 1 } });
  }
});

test("an issue both written by and assigned to its viewer is listed once", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  await createIssue(cast.reporter, project, { confidential: true, assignee_id: cast.reporter.id });
  await cast.owner.delete(`/groups/${project.namespace.id}/members/${cast.reporter.id}`);
  const answer = await cast.reporter.get(`/projects/${project.id}/issues`, { author_id: cast.reporter.id });
  expect({ status: answer.status, rows: answer.body.length, total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    rows: 1,
    total: "1",
  });
});

test("an assignee gets the issue once, with and without filters by author and state", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const attributes = { confidential: true, assignee_id: cast.guest.id };
  const opened = await createIssue(cast.owner, project, attributes);
  const closed = await createIssue(cast.owner, project, attributes);
  await editIssue(cast.owner, closed, { state_event: "close" });
  await createIssue(cast.owner, project, { confidential: true });
  for (const order_by of ["created_at", "updated_at"]) {
    const query = { author_id: cast.owner.id, order_by };
    for (const path of [issuesOf(project), issuesOfGroup(project.namespace)]) {
      expect(await list(cast.guest, path, query)).toEqual(exactly(opened, closed));
      expect(await list(cast.guest, path, { ...query, state: "opened" })).toEqual(exactly(opened));
      expect(await list(cast.guest, path, { ...query, state: "closed" })).toEqual(exactly(closed));
    }
  }
});

test("an author gets their issues once, assigned to them or not, and others get none of them", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const written = await createIssue(cast.guest, project, { confidential: true });
  const both = await createIssue(cast.guest, project, { confidential: true });
  await editIssue(cast.owner, both, { assignee_id: cast.guest.id });
  await createIssue(cast.owner, project, { confidential: true });
  for (const query of [{}, { author_id: cast.guest.id }, { state: "opened" }]) {
    for (const path of [issuesOf(project), issuesOfGroup(project.namespace)]) {
      expect(await list(cast.guest, path, query)).toEqual(exactly(written, both));
      expect(await list(cast.outsider, path, query)).toEqual(exactly());
    }
  }
});

test("an unknown and an invisible issue get the same response, to the byte", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project, { confidential: true });
  const hidden = await cast.outsider.get(`/projects/${project.id}/issues/${issue.id}`);
  const unknown = await cast.outsider.get(`/projects/${project.id}/issues/999999999`);
  expect({ status: hidden.status, text: hidden.text }).toEqual({ status: unknown.status, text: unknown.text });
});

/** A response without its date and request id. */
const comparable = ({ status, text, headers }: Answer) => ({
  status,
  text,
  total: headers.get("x-total"),
  pages: headers.get("x-total-pages"),
  link: headers.get("link"),
});

test("responses to others are byte for byte the same with and without a confidential issue", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const milestone = await createMilestone(owner, project, { title: "v1", due_date: tomorrow() });
  const attributes = { title: "needle", labels: "bug", milestone_id: milestone.id };
  await createIssue(owner, project, attributes);
  const { cast } = await createCast();
  const paths = [
    `/projects/${project.id}`,
    `/projects/${project.id}/users`,
    `/projects/${project.id}/members`,
    `/projects/${project.id}/issues`,
    `/projects/${project.id}/issues?state=opened&order_by=created_at`,
    `/projects/${project.id}/issues?iid=2`,
    `/projects/${project.id}/issues?author_id=${owner.id}`,
    `/projects/${project.id}/issues?search=needle`,
    `/projects/${project.id}/issues?search=ne`,
    `/projects/${project.id}/issues?labels=bug`,
    `/projects/${project.id}/issues?milestone=v1`,
    `/projects/${project.id}/issues?milestone=%23upcoming&order_by=updated_at`,
    `/projects/${project.id}/issues?assignee_id=0`,
    `/projects/${project.id}/milestones/${milestone.id}/issues`,
    `/projects/search/${project.name}`,
    `/users/${owner.id}`,
  ];
  const ask = (caller: Caller) => Promise.all(paths.map(async (path) => comparable(await caller.get(path))));
  const viewers: Caller[] = [cast.anonymous, cast.external, cast.outsider];
  const before = await Promise.all(viewers.map(ask));
  await createIssue(owner, project, { ...attributes, confidential: true });
  const after = await Promise.all(viewers.map(ask));
  expect(after).toEqual(before);
});
