// The requests whose responses are the examples of the description of API v4: issues, merge requests and hooks.
import { Receiver } from "../api/v3/hooks/receiver.ts";
import type { Send } from "./recorder.ts";
import type { People } from "./story-v4.ts";

export async function followIssue({ ada, grace, adaId }: People, group: string, at: string): Promise<void> {
  const { id: label } = await ada("POST", `${at}/labels`, { name: "silt", color: "#8B5A2B" });
  await ada("POST", `${at}/labels/${label}/subscribe`);
  await ada("POST", `${at}/labels/${label}/unsubscribe`);
  await ada("PUT", `${at}/labels/silt`, { priority: 1 });
  await ada("PUT", `${at}/labels?name=silt`, { name: "silt", description: "Needs a dredger." });
  await ada("GET", `${at}/labels`);
  await ada("GET", `${at}/labels/silt`);
  const milestone = `${at}/milestones/${await createMilestone(ada, at)}`;
  const { iid } = await grace("POST", `${at}/issues`, {
    title: "The mouth silts up",
    description: "Two barges are stuck, @ada.",
    labels: "silt",
    milestone_id: Number(milestone.split("/").at(-1)),
    assignee_ids: [adaId],
  });
  const issue = `${at}/issues/${iid}`;
  await ada("PUT", issue, { due_date: "2030-03-10" });
  await ada("GET", issue);
  await grace("GET", "/issues");
  for (const owner of [group, at, milestone]) await ada("GET", `${owner}/issues`);
  for (const owner of [group, at, ""]) await ada("GET", `${owner}/issues_statistics`);
  for (const state_event of ["close", "reopen"]) await ada("PUT", issue, { state_event });
  await takePart(ada, grace, issue);
  await discuss(ada, grace, issue, {});
  const { iid: lost } = await ada("POST", `${at}/issues`, { title: "Lost in the reeds" });
  const target_project_id = decodeURIComponent(at.split("/").at(-1) ?? "");
  const { id: link } = await ada("POST", `${issue}/links`, { target_project_id, target_issue_iid: lost });
  await ada("GET", `${issue}/links`);
  await ada("GET", `${issue}/links/${link}`);
  await ada("DELETE", `${issue}/links/${link}`);
  const { id: to_project_id } = await ada("POST", "/projects", { name: "Estuary" });
  await ada("POST", `${at}/issues/${lost}/move`, { to_project_id });
  await ada("DELETE", `${at}/issues/${lost}`);
}

async function createMilestone(ada: Send, at: string): Promise<number> {
  const { id } = await ada("POST", `${at}/milestones`, { title: "Spring tide", due_date: "2030-03-20" });
  await ada("PUT", `${at}/milestones/${id}`, { start_date: "2030-03-01" });
  await ada("GET", `${at}/milestones`);
  await ada("GET", `${at}/milestones/${id}`);
  return id;
}

/** Notes, awards, time and subscriptions of an issue or a merge request. */
async function takePart(ada: Send, grace: Send, at: string): Promise<void> {
  await ada("POST", `${at}/time_estimate`, { duration: "3h" });
  await ada("POST", `${at}/add_spent_time`, { duration: "1h 30m" });
  await ada("GET", `${at}/time_stats`);
  await ada("POST", `${at}/reset_time_estimate`);
  await ada("POST", `${at}/reset_spent_time`);
  await ada("POST", `${at}/unsubscribe`);
  await ada("POST", `${at}/subscribe`);
  await grace("POST", "/todos/mark_as_done");
  await grace("POST", `${at}/todo`);
  await award(grace, at);
  const { id } = await grace("POST", `${at}/notes`, { body: "The tide helps." });
  const note = `${at}/notes/${id}`;
  await grace("PUT", note, { body: "The tide helps, @ada." });
  await ada("GET", note);
  await award(grace, note);
  await ada("GET", `${at}/notes?activity_filter=only_comments`);
  await ada("GET", `${at}/participants`);
  await ada("GET", `${at}/resource_state_events`);
  for (const kind of ["label", "milestone"]) {
    const [{ id: event }] = await ada("GET", `${at}/resource_${kind}_events`);
    await ada("GET", `${at}/resource_${kind}_events/${event}`);
  }
  const { id: spare } = await grace("POST", `${at}/notes`, { body: "Never mind." });
  await grace("DELETE", `${at}/notes/${spare}`);
}

async function award(grace: Send, at: string): Promise<void> {
  const { id } = await grace("POST", `${at}/award_emoji`, { name: "ship" });
  await grace("GET", `${at}/award_emoji`);
  await grace("GET", `${at}/award_emoji/${id}`);
  await grace("DELETE", `${at}/award_emoji/${id}`);
}

/** @param place the position of the discussion, if it has one */
async function discuss(ada: Send, grace: Send, at: string, place: object): Promise<string> {
  const { id } = await grace("POST", `${at}/discussions`, { body: "Is the dredger paid?", ...place });
  const one = `${at}/discussions/${id}`;
  const { id: note } = await ada("POST", `${one}/notes`, { body: "Since May." });
  await ada("GET", `${one}/notes/${note}`);
  await ada("PUT", `${one}/notes/${note}`, { body: "Since June." });
  await ada("GET", `${at}/discussions`);
  await ada("GET", one);
  await ada("DELETE", `${one}/notes/${note}`);
  return one;
}

export async function proposeMerge(people: People, group: string, at: string): Promise<void> {
  const { ada, grace, adaId, graceId } = people;
  const { iid, diff_refs } = await ada("POST", `${at}/merge_requests`, {
    title: "Dredge the mouth",
    description: "Closes #1",
    source_branch: "feature",
    target_branch: "main",
    milestone_id: (await ada("GET", `${at}/milestones`))[0].id,
    assignee_ids: [adaId],
    reviewer_ids: [graceId],
  });
  const one = `${at}/merge_requests/${iid}`;
  await ada("PUT", one, { squash: true, labels: "silt" });
  const { sha } = await ada("GET", one);
  await grace("GET", "/merge_requests?scope=all");
  const milestone = `${at}/milestones/${(await ada("GET", one)).milestone.id}`;
  for (const owner of [group, at, milestone]) await ada("GET", `${owner}/merge_requests`);
  await readContents(ada, one);
  await ada("GET", `${at}/repository/commits/${sha}/merge_requests`);
  await ada("GET", `${at}/issues/1/related_merge_requests`);
  await ada("GET", `${at}/issues/1/closed_by`);
  for (const state_event of ["close", "reopen"]) await ada("PUT", one, { state_event });
  await takePart(ada, grace, one);
  const line = { position_type: "text", old_path: "dredge.txt", new_path: "dredge.txt", new_line: 1 };
  const discussion = await discuss(ada, grace, one, { position: { ...diff_refs, ...line } });
  await ada("PUT", discussion, { resolved: true });
  await approveAndMerge(people, at, one);
}

async function readContents(ada: Send, one: string): Promise<void> {
  for (const part of ["commits", "diffs", "changes", "raw_diffs", "closes_issues", "pipelines"])
    await ada("GET", `${one}/${part}`);
  const [{ id }] = await ada("GET", `${one}/versions`);
  await ada("GET", `${one}/versions/${id}`);
}

async function approveAndMerge({ ada, grace }: People, at: string, one: string): Promise<void> {
  await grace("POST", `${one}/approve`);
  for (const part of ["approvals", "approval_state", "approval_rules"]) await ada("GET", `${one}/${part}`);
  await grace("POST", `${one}/unapprove`);
  await ada("PUT", `${one}/rebase`);
  const { sha } = await ada("GET", one);
  const status = { ref: "feature", name: "slow tests" };
  await ada("POST", `${at}/statuses/${sha}`, { ...status, state: "running" });
  await ada("PUT", `${one}/merge`, { merge_when_pipeline_succeeds: true });
  await ada("POST", `${one}/cancel_merge_when_pipeline_succeeds`);
  await ada("POST", `${at}/statuses/${sha}`, { ...status, state: "success" });
  await ada("PUT", `${one}/merge`, { sha });
  await ada("DELETE", one);
}

export async function exchangeHooks({ root, ada }: People, group: string, project: string): Promise<void> {
  await using receiver = await Receiver.start();
  const owners: [string, Send][] = [
    [project, ada],
    [group, ada],
    ["", root],
  ];
  for (const [owner, send] of owners) {
    const { id } = await send("POST", `${owner}/hooks`, { url: receiver.url, token: "shibboleth", note_events: true });
    const hook = `${owner}/hooks/${id}`;
    await send("PUT", hook, { url: receiver.url, push_events: true });
    await send("GET", `${owner}/hooks`);
    await send("GET", hook);
    await send("POST", `${hook}/rotate_secret`);
    await send("POST", `${hook}/test/push_events`);
    const [{ id: event }] = await send("GET", `${hook}/events`);
    await send("POST", `${hook}/events/${event}/resend`);
    await send("DELETE", hook);
  }
}
