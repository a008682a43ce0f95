// Label and milestone events of issues and merge requests in API v4
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Caller } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

interface Shown {
  readonly action: string;
  readonly user: { readonly id: number };
  readonly label?: { readonly name: string } | null;
  readonly milestone?: { readonly title: string } | null;
}

/** Action, name and user of each event, and the total. */
async function eventsOf(caller: Caller, path: string) {
  const { body, headers } = await caller.get(path);
  const shown = body.map(({ action, label, milestone, user }: Shown) => [
    action,
    label?.name ?? milestone?.title ?? null,
    user.id,
  ]);
  return [shown, headers.get("x-total")];
}

async function setUp() {
  const owner = await createUser();
  const editor = await createUser();
  const project = await createProject(owner);
  await joinProject(owner, project, editor, "master");
  const at = v4(`/projects/${project.id}`);
  const createMilestone = (title: string) => ok(owner.post(`${at}/milestones`, { title }));
  const createIssue = (values: object) => ok(owner.post(`${at}/issues`, { title: "Issue", ...values }));
  return { owner, editor, project, at, createMilestone, createIssue };
}

describe("label events", () => {
  test("are read from at most 50,000 characters of notes", async () => {
    const { owner, at, createIssue } = await setUp();
    const { iid } = await createIssue({});
    const issue = `${at}/issues/${iid}`;
    const names = Array.from({ length: 990 }, (_, n) => `l${n}`).join(",");
    // A note of 990 labels has 3,000 characters at least: these have more than 50,000.
    for (let turn = 0; turn < 10; turn += 1) {
      await ok(owner.put(issue, { add_labels: names }));
      await ok(owner.put(issue, { remove_labels: names }));
    }
    const [, total] = await eventsOf(owner, `${issue}/resource_label_events?per_page=1`);
    expect(Number(total)).toBeGreaterThan(990);
    expect(Number(total)).toBeLessThan(20 * 990);
  });

  test("are those of the creation and of every edit", async () => {
    const { owner, editor, at, createIssue } = await setUp();
    const { iid } = await createIssue({ labels: "a,b" });
    const issue = `${at}/issues/${iid}`;
    await ok(editor.put(issue, { add_labels: "c,d", remove_labels: "a" }));
    await ok(owner.put(issue, { labels: "" }));
    await ok(owner.put(issue, { title: "added ~1 label" }));
    const [own, others] = [owner.id, editor.id];
    expect(await eventsOf(owner, `${issue}/resource_label_events`)).toEqual([
      [
        ["add", "a", own],
        ["add", "b", own],
        ["add", "c", others],
        ["add", "d", others],
        ["remove", "a", others],
        ["remove", "b", own],
        ["remove", "c", own],
        ["remove", "d", own],
      ],
      "8",
    ]);
  });

  test("are shown whole, alone and page by page", async () => {
    const { owner, at, createIssue } = await setUp();
    const { id, iid, created_at } = await createIssue({ labels: "a" });
    const path = `${at}/issues/${iid}/resource_label_events`;
    await ok(owner.put(`${at}/issues/${iid}`, { add_labels: "b" }));
    const [label] = await ok(owner.get(`${at}/labels`, { search: "a" }));
    const [first, second] = await ok(owner.get(path));
    expect(first).toEqual({
      id: expect.any(Number),
      user: expect.objectContaining({ id: owner.id, username: owner.username }),
      created_at,
      resource_type: "Issue",
      resource_id: id,
      label: { id: label.id, name: "a", color: label.color, description: null },
      action: "add",
    });
    expect((await owner.get(`${path}/${first.id}`)).body).toEqual(first);
    expect((await owner.get(`${path}/${second.id}`)).body).toEqual(second);
    expect((await owner.get(path, { per_page: 1, page: 2 })).body).toEqual([second]);
    expect((await owner.get(`${path}/${second.id + 2}`)).status).toBe(404);
    expect((await owner.get(path, { page: 3 })).body).toEqual([]);
  });

  test("of a deleted label have none, and keep their ids", async () => {
    const { owner, at, createIssue } = await setUp();
    const { iid } = await createIssue({});
    await ok(owner.put(`${at}/issues/${iid}`, { labels: "a,b" }));
    const path = `${at}/issues/${iid}/resource_label_events`;
    const before = await ok(owner.get(path));
    await ok(owner.delete(`${at}/labels/a`));
    expect((await owner.get(path)).body).toEqual([{ ...before[0], label: null }, before[1]]);
  });

  test("of a merge request", async () => {
    const { owner, project } = await createProposing();
    const { id, iid } = await createMergeRequest(owner, project, { labels: "a" });
    const one = v4(`/projects/${project.id}/merge_requests/${iid}`);
    await ok(owner.put(one, { labels: "b" }));
    const { body } = await owner.get(`${one}/resource_label_events`);
    expect(body).toMatchObject([
      { resource_type: "MergeRequest", resource_id: id, action: "add", label: { name: "a" } },
      { action: "add", label: { name: "b" } },
      { action: "remove", label: { name: "a" } },
    ]);
  });

  test("after a move are those of the new issue alone", async () => {
    const { owner, at, createIssue } = await setUp();
    const to = await createProject(owner);
    await ok(owner.post(v4(`/projects/${to.id}/labels`), { name: "b", color: "#112233" }));
    const { iid } = await createIssue({ labels: "a" });
    await ok(owner.put(`${at}/issues/${iid}`, { add_labels: "b" }));
    const moved = await ok(owner.post(`${at}/issues/${iid}/move`, { to_project_id: to.id }));
    const path = v4(`/projects/${to.id}/issues/${moved.iid}`);
    expect(await eventsOf(owner, `${path}/resource_label_events`)).toEqual([[], "0"]);
    await ok(owner.put(path, { labels: "" }));
    expect(await eventsOf(owner, `${path}/resource_label_events`)).toEqual([[["remove", "b", owner.id]], "1"]);
  });
});

describe("milestone events", () => {
  test("are those of every edit", async () => {
    const { owner, editor, project, at, createMilestone, createIssue } = await setUp();
    const [one, other] = [await createMilestone("1%"), await createMilestone("2")];
    const { id, iid } = await createIssue({});
    const issue = `${at}/issues/${iid}`;
    const path = `${issue}/resource_milestone_events`;
    await ok(editor.put(issue, { milestone_id: one.id }));
    await ok(owner.put(issue, { milestone_id: other.id }));
    await ok(owner.put(issue, { milestone_id: 0 }));
    expect(await eventsOf(owner, path)).toEqual([
      [
        ["add", "1%", editor.id],
        ["add", "2", owner.id],
        ["remove", "2", owner.id],
      ],
      "3",
    ]);
    const [first] = await ok(owner.get(path));
    expect(first).toMatchObject({
      resource_type: "Issue",
      resource_id: id,
      action: "add",
      milestone: { id: one.id, iid: one.iid, project_id: project.id, title: "1%", web_url: one.web_url },
    });
    expect((await owner.get(`${path}/${first.id}`)).body).toEqual(first);
    expect((await owner.get(`${path}/1`)).status).toBe(404);
  });

  test("have the milestone of a new issue until it is changed", async () => {
    const { owner, at, createMilestone, createIssue } = await setUp();
    const milestone = await createMilestone("1");
    const { iid } = await createIssue({ milestone_id: milestone.id });
    const path = `${at}/issues/${iid}/resource_milestone_events`;
    expect(await eventsOf(owner, path)).toEqual([[["add", "1", owner.id]], "1"]);
    await ok(owner.put(`${at}/issues/${iid}`, { milestone_id: 0 }));
    expect(await eventsOf(owner, path)).toEqual([[["remove", null, owner.id]], "1"]);
  });
});

test("events of what the caller may not see are 404", async () => {
  const { owner, project, at, createIssue } = await setUp();
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const { iid } = await createIssue({ labels: "a", confidential: true });
  for (const kind of ["label", "milestone"]) {
    expect((await guest.get(`${at}/issues/${iid}/resource_${kind}_events`)).status).toBe(404);
    expect((await guest.get(`${at}/issues/${iid}/resource_${kind}_events/2`)).status).toBe(404);
  }
});

test("a page takes one round trip, however many events there are", async () => {
  const { owner, at, createIssue } = await setUp();
  const { iid } = await createIssue({ labels: Array.from({ length: 60 }, (_, index) => `label ${index}`).join(",") });
  const { body, cost } = await owner.get(`${at}/issues/${iid}/resource_label_events`, { per_page: 100 });
  expect([body.length, cost.roundTrips]).toEqual([60, 1]);
});
