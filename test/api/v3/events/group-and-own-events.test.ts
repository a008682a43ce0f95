// GET /groups/:id/events and GET /events
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { pageThrough } from "../../../support/lists.ts";
import { feed, summariesOf, summarize } from "./feeds.ts";

async function groupWithProjects(attributes: Values = {}) {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 20 });
  const open = await createProject(owner, { namespace_id: group.id, visibility_level: 20, ...attributes });
  const hidden = await createProject(owner, { namespace_id: group.id });
  await createIssue(owner, open, { title: "open" });
  await createIssue(owner, hidden, { title: "hidden" });
  return { owner, group, open, hidden, events: `/groups/${group.id}/events` };
}

describe("a group's feed", () => {
  test("has the events of its projects, and members who joined and left the group", async () => {
    const { owner, group, hidden, events } = await groupWithProjects();
    const member = await createUser();
    await joinGroup(owner, group, member, "guest");
    await ok(owner.delete(`/groups/${group.id}/members/${member.id}`));
    const all = await feed(owner, events);
    expect(summarize(all)).toEqual([
      "left",
      "joined",
      "opened Issue hidden",
      "opened Issue open",
      "created",
      "created",
    ]);
    expect(all.slice(0, 3)).toMatchObject([
      { project_id: null, author_id: member.id, target_id: null, target_type: null },
      { project_id: null, author_username: member.username },
      { project_id: hidden.id, author_id: owner.id },
    ]);
  });

  test("has the events of the projects its reader can see", async () => {
    const { events } = await groupWithProjects();
    expect(await summariesOf(await createUser(), events)).toEqual(["opened Issue open", "created"]);
  });

  test("shows confidential events to those who can see their targets", async () => {
    const { owner, open, events } = await groupWithProjects();
    const [author, stranger] = [await createUser(), await createUser()];
    await createIssue(author, open, { title: "Hush", confidential: true });
    const about = async (reader: typeof owner) => (await summariesOf(reader, events)).includes("opened Issue Hush");
    expect([await about(author), await about(owner), await about(stranger)]).toEqual([true, true, false]);
  });

  test("loses the events of a project that leaves the group", async () => {
    const { owner, open, events } = await groupWithProjects();
    const other = await createGroup(owner);
    await ok((await createAdmin()).post(`/groups/${other.id}/projects/${open.id}`));
    expect(await summariesOf(owner, events)).toEqual(["opened Issue hidden", "created"]);
  });

  test("is paginated", async () => {
    const { owner, events } = await groupWithProjects();
    const { rows, totals } = await pageThrough(owner, events, {}, 3);
    expect({ count: rows.length, totals: [...totals] }).toEqual({ count: 4, totals: [4] });
  });

  test("is 404 for a group one cannot see, 401 for anonymous callers", async () => {
    const group = await createGroup(await createUser(), { visibility_level: 0 });
    const events = `/groups/${group.id}/events`;
    expect(await (await createUser()).get(events)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
    expect(await anonymous.get(events)).toMatchObject({ status: 401 });
  });
});

describe("one's own feed", () => {
  test("has one's own events in every project, and nobody else's", async () => {
    const { owner, open } = await groupWithProjects();
    const user = await createUser();
    await createIssue(user, open, { title: "mine" });
    await createProject(user);
    await ok(owner.post(`/projects/${open.id}/issues`, { title: "theirs" }));
    expect(await summariesOf(user, "/events")).toEqual(["created", "opened Issue mine"]);
  });

  test("leaves out adding a member, and has leaving a project", async () => {
    const [owner, member] = [await createUser(), await createUser()];
    const project = await createProject(owner, { visibility_level: 20 });
    await joinProject(owner, project, member, "guest");
    await ok(member.delete(`/projects/${project.id}/members/${member.id}`));
    expect(await summariesOf(owner, "/events")).toEqual(["created"]);
    expect(await summariesOf(member, "/events")).toEqual(["left"]);
  });

  test("has an event only while one can see its target", async () => {
    const [owner, member] = [await createUser(), await createUser()];
    const project = await createProject(owner);
    await joinProject(owner, project, member, "reporter");
    await createIssue(member, project, { title: "mine" });
    expect(await summariesOf(member, "/events")).toEqual(["opened Issue mine"]);
    await ok(owner.delete(`/projects/${project.id}/members/${member.id}`));
    expect(await summariesOf(member, "/events")).toEqual([]);
  });

  test("can be filtered and paginated", async () => {
    const user = await createUser();
    const project = await createProject(user);
    for (const title of ["a", "b", "c"]) await createIssue(user, project, { title });
    const { rows, totals } = await pageThrough(user, "/events", { target_type: "issue", sort: "asc" }, 2);
    expect({ said: summarize(rows), totals: [...totals] }).toEqual({
      said: ["opened Issue a", "opened Issue b", "opened Issue c"],
      totals: [3],
    });
  });

  test("is 401 for anonymous callers", async () => {
    expect(await anonymous.get("/events")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  });
});
