// Fixtures that only API v4 has paths to: a release with a link, a protected branch, a pipeline, an uploaded file, a package,
// a discussion of a commit and a link of an issue.
import { type Actor, ok } from "./actors.ts";
import { send } from "./api.ts";
import { createIssue, createProject, type Project } from "./factories.ts";
import { v4 } from "./v4.ts";

/** By the names that walkedName returns. */
export interface V4Records {
  readonly link_id: number;
  readonly protected_branch: string;
  readonly pipeline: number;
  readonly secret: string;
  readonly filename: string;
  readonly upload_id: number;
  readonly file_path: string;
  readonly trigger: string;
  readonly package_name: string;
  readonly package_version: string;
  readonly file_name: string;
  readonly package_id: number;
  readonly package_file_id: number;
  /** The id of the commit that has a discussion. */
  readonly commented_sha: string;
  /** The first note of a discussion of the commit, and the discussion's id. */
  readonly commit_thread_id: number;
  /** Of the first milestone of the project, at the creation of what has it. */
  readonly milestone_event_id: number;
  /** Of the first issue, to one of another project. */
  readonly issue_link_id: number;
  readonly suffix_path: string;
  /** Of an issue that is not linked yet. */
  readonly target_project_id: number;
  readonly target_issue_iid: number;
}

/** In a project with an issue, the branch `main`, the file README.md and the tag `v1`. */
export async function createV4Records(owner: Actor, { id }: Pick<Project, "id">): Promise<V4Records> {
  const at = v4(`/projects/${id}`);
  await ok(owner.post(`${at}/releases`, { tag_name: "v1", name: "One", description: "First" }));
  const link = await ok(
    owner.post(`${at}/releases/v1/assets/links`, { name: "program", url: "https://example.com/program" }),
  );
  const { commit } = await ok(owner.get(`${at}/repository/branches/main`));
  await ok(owner.post(`${at}/statuses/${commit.id}`, { state: "success", ref: "main" }));
  const [pipeline] = await ok(owner.get(`${at}/pipelines`));
  const form = new FormData();
  form.append("file", new Blob(["text"]), "text.txt");
  const { url, id: upload_id } = await ok(
    send(`${at}/uploads`, { method: "POST", headers: owner.headers, body: form }),
  );
  const [secret = "", filename = ""] = url.split("/").slice(-2);
  const named = { package_name: "tool", package_version: "1.0", file_name: "tool.txt" };
  const file = { method: "PUT", headers: owner.headers, body: "tool" };
  const published = await ok(send(`${at}/packages/generic/tool/1.0/tool.txt?select=package_file`, file));
  const discussion = await ok(owner.post(`${at}/repository/commits/${commit.id}/discussions`, { body: "Why?" }));
  const other = await createProject(owner, { visibility_level: 20 });
  const { iid: target_issue_iid } = await createIssue(owner, other);
  const related = await ok(owner.post(`${at}/issues/1/links`, { target_project_id: other.id, target_issue_iid }));
  return {
    ...named,
    package_id: published.package_id,
    package_file_id: published.id,
    commented_sha: commit.id,
    commit_thread_id: Number(discussion.id),
    milestone_event_id: 2,
    link_id: link.id,
    protected_branch: "main",
    pipeline: pipeline.id,
    secret,
    filename,
    upload_id,
    file_path: "README.md",
    trigger: "push_events",
    issue_link_id: related.id,
    suffix_path: "assets/links",
    target_project_id: other.id,
    target_issue_iid: (await createIssue(owner, other)).iid,
  };
}
