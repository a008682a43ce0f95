// Fixtures that only API v4 has paths to: a release with a link, a protected branch, a pipeline, an uploaded file, a package
// and a discussion of a commit.
import { type Actor, ok } from "./actors.ts";
import { send } from "./api.ts";
import type { Project } from "./factories.ts";
import { v4 } from "./v4.ts";

/** By the names that walkedName returns. */
export interface V4Records {
  readonly link_id: number;
  readonly protected_branch: string;
  readonly pipeline: number;
  readonly secret: string;
  readonly filename: string;
  readonly file_path: string;
  readonly trigger: string;
  readonly package_name: string;
  readonly package_version: string;
  readonly file_name: string;
  readonly package_id: number;
  readonly package_file_id: number;
  /** The first note of a discussion of the commit, and the discussion's id. */
  readonly commit_thread_id: number;
  /** Of the first milestone of the project, at the creation of what has it. */
  readonly milestone_event_id: number;
}

/** In a project with the branch `main`, the file README.md and the tag `v1`. */
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
  const { url } = await ok(send(`${at}/uploads`, { method: "POST", headers: owner.headers, body: form }));
  const [secret = "", filename = ""] = url.split("/").slice(-2);
  const named = { package_name: "tool", package_version: "1.0", file_name: "tool.txt" };
  const file = { method: "PUT", headers: owner.headers, body: "tool" };
  const published = await ok(send(`${at}/packages/generic/tool/1.0/tool.txt?select=package_file`, file));
  const discussion = await ok(owner.post(`${at}/repository/commits/${commit.id}/discussions`, { body: "Why?" }));
  return {
    ...named,
    package_id: published.package_id,
    package_file_id: published.id,
    commit_thread_id: Number(discussion.id),
    milestone_event_id: 2,
    link_id: link.id,
    protected_branch: "main",
    pipeline: pipeline.id,
    secret,
    filename,
    file_path: "README.md",
    trigger: "push_events",
  };
}
