// @zereight/mcp-gitlab, the server through which agents use GitLab, against API v4: tools an agent calls.
import { createRequire } from "node:module";
import { relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { McpClient } from "../support/mcp-client.ts";
import { once } from "../support/once.ts";

const script = createRequire(import.meta.url).resolve("@zereight/mcp-gitlab/build/index.js");

const connect = (token: string | null) =>
  McpClient.start(script, {
    GITLAB_PERSONAL_ACCESS_TOKEN: token ?? "",
    GITLAB_API_URL: `${baseUrl}/api/v4`,
    // Formatting for terminals takes a quarter of the time to start.
    LOG_FORMAT: "json",
    // It would ask the npm registry.
    GITLAB_DISABLE_VERSION_CHECK: "true",
  });

const started: McpClient[] = [];

/** An agent for several tests, since it takes a second of CPU to start. */
const agentOfNewUser = () =>
  once(async () => {
    const user = await createUser();
    const agent = await connect(user.token);
    started.push(agent);
    return { user, agent };
  });

/** For tests that read nothing but their own projects. */
const shared = agentOfNewUser();

/**
 * For tests that also read what is of their user, each of another kind: projects, by the first test, before others create
 * some; todos; events of merge requests.
 */
const personal = agentOfNewUser();

afterAll(() => Promise.all(started.map((agent) => agent[Symbol.asyncDispose]())));

async function createRepository(agent: McpClient): Promise<{ project_id: string }> {
  const created = await agent.call("create_repository", { name: unique("p"), initialize_with_readme: true });
  return { project_id: String(created.id) };
}

/** A branch `feature` with a file of its own, proposed for `main`. */
async function propose(agent: McpClient, place: { project_id: string }): Promise<{ merge_request_iid: string }> {
  await agent.call("create_branch", { ...place, branch: "feature", ref: "main" });
  await agent.call("push_files", {
    ...place,
    branch: "feature",
    commit_message: "Add files",
    files: [
      { file_path: "a.txt", content: "one\ntwo\n" },
      { file_path: "docs/b.txt", content: "three\n" },
    ],
  });
  const branches = { source_branch: "feature", target_branch: "main" };
  const created = await agent.call("create_merge_request", { ...place, ...branches, title: "Add files" });
  return { merge_request_iid: String(created.iid) };
}

test("projects, namespaces, groups and people", async () => {
  const { user, agent } = await personal();
  expect(await agent.call("whoami")).toMatchObject({ id: String(user.id), username: user.username });
  const { project_id } = await createRepository(agent);
  expect(await agent.call("get_project", { project_id })).toMatchObject({
    id: Number(project_id),
    default_branch: "main",
  });
  expect(await agent.call("list_projects", { membership: true })).toMatchObject([{ id: project_id }]);
  expect(await agent.call("update_project", { project_id, description: "New" })).toMatchObject({ description: "New" });
  expect(await agent.call("search_repositories", { search: "p" })).toMatchObject({ items: expect.any(Array) });
  expect(await agent.call("list_namespaces")).toMatchObject([{ kind: "user", full_path: user.username }]);
  expect(await agent.call("get_namespace", { namespace_id: user.username })).toMatchObject({ kind: "user" });
  expect(await agent.call("verify_namespace", { path: user.username })).toMatchObject({ exists: true });
  const path = unique("g");
  const group = await agent.call("create_group", { name: path, path });
  expect(await agent.call("list_group_projects", { group_id: String(group.id) })).toEqual([]);
  expect(await agent.call("list_group_members", { group_id: String(group.id) })).toMatchObject([{ id: user.id }]);
  expect(await agent.call("list_project_members", { project_id })).toMatchObject([{ id: user.id }]);
  expect(await agent.call("get_users", { usernames: [user.username] })).toMatchObject({
    [user.username]: { id: String(user.id) },
  });
});

test("an issue from its creation to its end", async () => {
  const { user, agent } = await shared();
  const place = await createRepository(agent);
  await agent.call("create_label", { ...place, name: "bug", color: "#ff0000" });
  expect(await agent.call("list_labels", place)).toMatchObject([{ name: "bug" }]);
  const created = await agent.call("create_issue", {
    ...place,
    title: "It fails",
    description: "- [ ] Mend it",
    labels: ["bug"],
    assignee_ids: [String(user.id)],
  });
  expect(created).toMatchObject({ iid: "1", labels: ["bug"], assignees: [{ id: String(user.id) }] });
  const at = { ...place, issue_iid: "1" };
  expect(await agent.call("get_issue", { ...at, full_response: true })).toMatchObject({ state: "opened" });
  const done = ["<<<<<<< SEARCH", "- [ ] Mend it", "=======", "- [x] Mend it", ">>>>>>> REPLACE"].join("\n");
  await agent.call("update_issue_description_patch", { ...at, patch_type: "search_replace", patch: done });
  expect(await agent.call("get_issue", at)).toMatchObject({ description: "- [x] Mend it" });
  const note = await agent.call("create_note", { ...place, noteable_type: "issue", noteable_iid: "1", body: "Seen." });
  const discussions = await agent.call("list_issue_discussions", at);
  const newest = (discussions.items ?? discussions).at(-1);
  expect(newest).toMatchObject({ individual_note: true, notes: [{ id: String(note.id), body: "Seen." }] });
  const reaction = await agent.call("create_issue_emoji_reaction", { ...at, name: "tada" });
  expect(await agent.call("list_issue_emoji_reactions", at)).toMatchObject([{ name: "tada" }]);
  await agent.call("delete_issue_emoji_reaction", { ...at, award_id: String(reaction.id) });
  expect(await agent.call("update_issue", { ...at, state_event: "close" })).toMatchObject({ state: "closed" });
  expect(await agent.call("my_issues", { state: "closed" })).toMatchObject([{ iid: "1" }]);
  expect(await agent.call("list_issues", { ...place, state: "opened" })).toEqual([]);
  expect(await agent.call("list_issue_links", at)).toEqual([]);
  await agent.call("delete_issue", at);
  await expect(agent.call("get_issue", at)).rejects.toThrow("404");
});

test("the repository and its history", async () => {
  const { agent } = await shared();
  const place = await createRepository(agent);
  await propose(agent, place);
  const file = await agent.call("get_file_contents", { ...place, file_path: "docs/b.txt", ref: "feature" });
  expect(file).toMatchObject({ content: "three\n" });
  const update = { ...place, branch: "feature", file_path: "docs/b.txt", content: "four\n" };
  await agent.call("create_or_update_file", { ...update, commit_message: "Change it" });
  const tree = await agent.call("get_repository_tree", { ...place, ref: "feature", recursive: true });
  expect((tree.items ?? tree).map(({ path }: { path: string }) => path)).toEqual([
    "docs",
    "README.md",
    "a.txt",
    "docs/b.txt",
  ]);
  const commits = await agent.call("list_commits", { ...place, ref_name: "feature" });
  expect(commits.map(({ title }: { title: string }) => title)).toEqual(["Change it", "Add files", "Initial commit"]);
  const sha = commits[0].id;
  expect(await agent.call("get_commit", { ...place, sha })).toMatchObject({ stats: { additions: 1, deletions: 1 } });
  expect(await agent.call("get_commit_diff", { ...place, sha })).toMatchObject([{ new_path: "docs/b.txt" }]);
  const compared = await agent.call("get_branch_diffs", { ...place, from: "main", to: "feature" });
  expect(compared.commits).toHaveLength(2);
  await agent.call("create_commit_status", { ...place, sha, state: "success", name: "ci" });
  expect(await agent.call("list_commit_statuses", { ...place, sha })).toMatchObject([{ name: "ci" }]);
  const [pipeline] = await agent.call("list_pipelines", { ...place, ref: "feature" });
  expect(await agent.call("get_pipeline", { ...place, pipeline_id: String(pipeline.id) })).toMatchObject({ sha });
  const blame = await agent.call("get_file_blame", { ...place, file_path: "a.txt", ref: "feature" });
  expect(blame).toMatchObject([{ commit: { message: "Add files" } }]);
  await agent.call("protect_branch", { ...place, branch_name: "feature" });
  expect(await agent.call("list_protected_branches", place)).toMatchObject([{ name: "feature" }, { name: "main" }]);
  await agent.call("unprotect_branch", { ...place, branch_name: "feature" });
  await agent.call("delete_branch", { ...place, branch_name: "feature" });
  expect(await agent.call("list_branches", place)).toMatchObject([{ name: "main" }]);
});

test("a merge request from its proposal to its merge", async () => {
  const { user, agent } = await shared();
  const place = await createRepository(agent);
  const at = { ...place, ...(await propose(agent, place)) };
  expect(await agent.call("get_merge_request", at)).toMatchObject({
    state: "opened",
    detailed_merge_status: "mergeable",
  });
  expect(await agent.call("list_merge_requests", { ...place, state: "opened" })).toMatchObject([{ iid: "1" }]);
  const diffs = await agent.call("get_merge_request_diffs", at);
  expect((diffs.items ?? diffs).map(({ new_path }: { new_path: string }) => new_path)).toEqual(["a.txt", "docs/b.txt"]);
  const [version] = await agent.call("list_merge_request_versions", at);
  const whole = await agent.call("get_merge_request_version", { ...at, version_id: String(version.id) });
  expect(whole).toMatchObject({ state: "collected", diffs: [{ new_path: "a.txt" }, { new_path: "docs/b.txt" }] });
  await agent.call("update_merge_request", { ...at, title: "Add two files", reviewer_ids: [String(user.id)] });
  const thread = await agent.call("create_merge_request_thread", { ...at, body: "Why two?" });
  const discussion = { ...at, discussion_id: thread.id };
  await agent.call("create_merge_request_discussion_note", { ...discussion, body: "Why not?" });
  await agent.call("resolve_merge_request_thread", { ...discussion, resolved: true });
  const resolved = await agent.call("get_merge_request_discussion", discussion);
  expect(resolved).toMatchObject({ notes: [{ resolved: true }, { resolved: true }] });
  expect(await agent.call("mr_discussions", at)).toMatchObject({ items: expect.arrayContaining([resolved]) });
  const note = await agent.call("create_merge_request_note", { ...at, body: "Fine." });
  await agent.call("update_merge_request_note", { ...at, note_id: String(note.id), body: "Good." });
  await agent.call("delete_merge_request_note", { ...at, note_id: String(note.id) });
  expect(await agent.call("approve_merge_request", at)).toMatchObject({ approved: true });
  await agent.call("unapprove_merge_request", at);
  const merged = await agent.call("merge_merge_request", { ...at, squash: true, should_remove_source_branch: true });
  expect(merged).toMatchObject({ state: "merged", squash: true, merge_commit_sha: expect.any(String) });
});

test("todos, events and attachments", async () => {
  const { user, agent } = await personal();
  const place = await createRepository(agent);
  await agent.call("create_issue", { ...place, title: "Mine", assignee_ids: [String(user.id)] });
  const [todo] = await agent.call("list_todos");
  expect(todo).toMatchObject({ action_name: "assigned", target: { iid: 1 } });
  expect(await agent.call("mark_todo_done", { id: String(todo.id) })).toMatchObject({ state: "done" });
  expect(await agent.call("list_todos", { state: "pending" })).toEqual([]);
  const events = await agent.call("get_project_events", place);
  expect(events.map(({ target_type }: { target_type: string }) => target_type)).toContain("Issue");
  const uploaded = await agent.call("upload_markdown", {
    ...place,
    file_path: relative(process.cwd(), import.meta.filename),
  });
  expect(uploaded).toMatchObject({ alt: "mcp-gitlab.test.ts", markdown: expect.stringContaining("/uploads/") });
});

test("milestones and labels", async () => {
  const { agent } = await shared();
  const place = await createRepository(agent);
  const created = await agent.call("create_milestone", { ...place, title: "1.0", due_date: "2030-01-01" });
  const milestone = { ...place, milestone_id: String(created.id) };
  await agent.call("edit_milestone", { ...milestone, description: "First" });
  expect(await agent.call("get_milestone", milestone)).toMatchObject({ due_date: "2030-01-01", description: "First" });
  const inMilestone = { milestone_id: milestone.milestone_id };
  await agent.call("create_issue", { ...place, title: "Planned", labels: ["bug"], ...inMilestone });
  expect(await agent.call("get_milestone_issue", milestone)).toMatchObject([{ title: "Planned" }]);
  expect(await agent.call("get_milestone_merge_requests", milestone)).toEqual([]);
  await agent.call("update_label", { ...place, label_id: "bug", new_name: "defect", priority: 2 });
  expect(await agent.call("get_label", { ...place, label_id: "defect" })).toMatchObject({ priority: 2 });
  expect(await agent.call("list_issues", { ...place, labels: ["defect"] })).toMatchObject([{ title: "Planned" }]);
  await agent.call("delete_label", { ...place, label_id: "defect" });
  await agent.call("delete_milestone", milestone);
  expect(await agent.call("list_milestones", place)).toEqual([]);
  expect(await agent.call("get_issue", { ...place, issue_iid: "1" })).toMatchObject({ labels: [], milestone: null });
});

test("tags, releases and webhooks", async () => {
  const { agent } = await shared();
  const place = await createRepository(agent);
  await agent.call("create_tag", { ...place, tag_name: "v0.1.0", ref: "main", message: "The first" });
  expect(await agent.call("get_tag", { ...place, tag_name: "v0.1.0" })).toMatchObject({ message: "The first" });
  const release = { ...place, tag_name: "v1.0.0" };
  const links = [{ name: "Notes", url: "https://example.org/notes" }];
  await agent.call("create_release", { ...release, ref: "main", description: "All", assets: { links } });
  await agent.call("update_release", { ...release, name: "One" });
  const shown = await agent.call("get_release", release);
  expect(shown).toMatchObject({ name: "One", description: "All", assets: { links } });
  const tags = await agent.call("list_tags", place);
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(["v1.0.0", "v0.1.0"]);
  await agent.call("delete_release", release);
  expect(await agent.call("list_releases", place)).toEqual([]);
  const url = "https://hooks.example.org/";
  const hook = await agent.call("create_webhook", { ...place, url, job_events: true });
  const at = { ...place, hook_id: String(hook.id) };
  await agent.call("update_webhook", { ...at, url, push_events_branch_filter: "main" });
  const kept = { job_events: true, push_events_branch_filter: "main" };
  expect(await agent.call("list_webhooks", place)).toMatchObject([kept]);
  expect(await agent.call("list_webhook_events", at)).toEqual([]);
  await agent.call("delete_webhook", at);
  expect(await agent.call("list_webhooks", place)).toEqual([]);
});

test("forks, searches and what hangs on a merge request", async () => {
  const { user, agent } = await personal();
  const place = await createRepository(agent);
  const at = { ...place, ...(await propose(agent, place)) };
  const path = unique("g");
  const { id: group } = await agent.call("create_group", { name: path, path });
  const fork = await agent.call("fork_repository", { ...place, namespace: path });
  const source = { path_with_namespace: expect.stringContaining(`${user.username}/`) };
  expect(fork).toMatchObject({ path_with_namespace: expect.stringContaining(path), forked_from_project: source });
  expect(await agent.call("list_group_merge_requests", { group_id: String(group) })).toEqual([]);
  const found = await agent.call("search_project_code", { ...place, search: "three", ref: "feature" });
  expect(found).toMatchObject([{ path: "docs/b.txt" }]);
  expect(await agent.call("get_user", { user_id: String(user.id) })).toMatchObject({ username: user.username });
  expect(await agent.call("get_merge_request_approval_state", at)).toMatchObject({ rules: [] });
  expect(await agent.call("list_merge_request_pipelines", at)).toEqual([]);
  expect(await agent.call("get_protected_branch", { ...place, branch_name: "main" })).toMatchObject({ name: "main" });
  const note = await agent.call("create_merge_request_note", { ...at, body: "Fine." });
  const ofNote = { ...at, note_id: String(note.id) };
  await agent.call("create_merge_request_note_emoji_reaction", { ...ofNote, name: "tada" });
  const reactions = await agent.call("list_merge_request_note_emoji_reactions", ofNote);
  expect(reactions).toMatchObject([{ name: "tada" }]);
  expect(await agent.call("get_merge_request_notes", at)).toMatchObject([{ body: "Fine." }]);
  const events = await agent.call("list_events", { target_type: "merge_request" });
  expect(events).toMatchObject([{ action_name: "opened", target_title: "Add files" }]);
});
