// Fixtures that only API v4 has paths to: a release with a link, a protected branch, a pipeline and an uploaded file.
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
  return {
    link_id: link.id,
    protected_branch: "main",
    pipeline: pipeline.id,
    secret,
    filename,
    file_path: "README.md",
    trigger: "push_events",
  };
}
