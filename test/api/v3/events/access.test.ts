// What each reader of an activity feed sees: the events whose targets they can see now.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { summariesOf } from "./feeds.ts";

describe("confidential issues", () => {
  /** A public project with a confidential issue by a non-member, and notes on it. */
  async function setting() {
    const [owner, author, stranger] = await Promise.all([createUser(), createUser(), createUser()]);
    const [reporter, guest] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    const at = `/projects/${project.id}`;
    await joinProject(owner, project, reporter, "reporter");
    await joinProject(owner, project, guest, "guest");
    const issue = await createIssue(author, project, { title: "Hush", confidential: true });
    const path = `${at}/issues/${issue.id}`;
    await ok(reporter.post(`${path}/notes`, { body: "Hush!" }));
    const seen = (reader: Actor) => summariesOf(reader, `${at}/events`);
    return { author, stranger, reporter, guest, path, seen };
  }
  const others = ["joined", "joined", "created"];
  const all = ["commented on Note", "opened Issue Hush", ...others];

  test("are shown to reporters and to their author, with their notes", async () => {
    const { author, reporter, seen } = await setting();
    expect([await seen(author), await seen(reporter)]).toEqual([all, all]);
  });

  test("are hidden from guests and strangers, also in the total", async () => {
    const { stranger, guest, seen } = await setting();
    expect([await seen(stranger), await seen(guest)]).toEqual([others, others]);
  });

  test("follow current visibility: public for everybody, then confidential for the assignee", async () => {
    const { stranger, guest, reporter, path, seen } = await setting();
    await ok(reporter.put(path, { confidential: false, assignee_id: guest.id }));
    expect([await seen(stranger), await seen(guest)]).toEqual([all, all]);
    await ok(reporter.put(path, { confidential: true }));
    expect([await seen(stranger), await seen(guest)]).toEqual([others, all]);
  });
});

describe("a private project", () => {
  async function setting() {
    const { owner, project, at, path } = await createProposing();
    const [guest, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, project, guest, "guest");
    await joinProject(owner, project, reporter, "reporter");
    const mergeRequest = await createMergeRequest(owner, project, { title: "Theirs" });
    await ok(owner.post(`${path}/${mergeRequest.id}/notes`, { body: "Well done." }));
    const { commit } = await ok(owner.get(`${at}/repository/branches/main`));
    await ok(owner.post(`${at}/repository/commits/${commit.id}/comments`, { note: "Well done." }));
    await createIssue(owner, project, { title: "An issue" });
    return { owner, guest, reporter, at, path, mergeRequest, events: `${at}/events` };
  }

  test("hides its code and merge requests from guests", async () => {
    const { guest, events } = await setting();
    expect(await summariesOf(guest, events)).toEqual(["opened Issue An issue", "joined", "joined", "created"]);
  });

  test("shows both to reporters", async () => {
    const { reporter, events } = await setting();
    expect(await summariesOf(reporter, events)).toEqual([
      "opened Issue An issue",
      "commented on Note",
      "commented on Note",
      "opened MergeRequest Theirs",
      "joined",
      "joined",
      ...["pushed new", "pushed new", "pushed new"],
      "created",
    ]);
  });

  test("shows guests the merge requests assigned to them, with their notes", async () => {
    const { owner, guest, at, path, mergeRequest, events } = await setting();
    // Only a user who sees a merge request can be assigned to it.
    await ok(owner.put(at, { public: true }));
    await ok(owner.put(`${path}/${mergeRequest.id}`, { assignee_id: guest.id }));
    await ok(owner.put(at, { public: false }));
    expect(await summariesOf(guest, events)).toEqual([
      "opened Issue An issue",
      "commented on Note",
      "opened MergeRequest Theirs",
      ...["joined", "joined", "created"],
    ]);
  });
});

describe("disabled features", () => {
  test("hide their events: issues, merge requests, and milestones without either", async () => {
    const { owner, project, at } = await createProposing();
    await createIssue(owner, project, { title: "i" });
    await createMergeRequest(owner, project, { title: "m" });
    await ok(owner.post(`${at}/milestones`, { title: "s" }));
    const seen = async () => (await summariesOf(owner, `${at}/events`)).filter((summary) => summary.includes(" "));
    const shown = (await seen()).filter((summary) => !summary.startsWith("pushed"));
    expect(shown).toEqual(["opened Milestone s", "opened MergeRequest m", "opened Issue i"]);
    await ok(owner.put(at, { issues_enabled: false }));
    expect((await seen()).slice(0, 2)).toEqual(["opened Milestone s", "opened MergeRequest m"]);
    await ok(owner.put(at, { merge_requests_enabled: false }));
    expect((await seen()).every((summary) => summary.startsWith("pushed"))).toBe(true);
  });
});
