// Reports to a server that speaks GitLab's API: Tributary with v3, GitLab with v4.
import { CONTEXT, type Comment, type Comments, type CommitStatus, type Forge, ForgeClient } from "./forge.ts";

export interface GitLabProject {
  /** `https://host` and the path to the API. */
  readonly api: string;
  readonly version: 3 | 4;
  /** Id or path. */
  readonly project: string;
  readonly token: string;
  /** What the reader should check after a refusal. */
  readonly next: string;
}

interface MergeRequest {
  readonly id: number;
  readonly iid: number;
  readonly source_branch: string;
  readonly source_project_id: number;
  readonly target_project_id: number;
}

interface Note extends Comment {
  readonly author: { readonly id: number };
}

export class GitLabForge implements Forge {
  readonly #client: ForgeClient;
  readonly #project: string;
  readonly #version: 3 | 4;

  constructor({ api, version, project, token, next }: GitLabProject) {
    this.#client = new ForgeClient(api, { "PRIVATE-TOKEN": token }, next);
    this.#project = `/projects/${encodeURIComponent(project)}`;
    this.#version = version;
  }

  async setStatus(sha: string, { state, url, description }: CommitStatus): Promise<void> {
    const target = url === null ? {} : { target_url: url };
    await this.#client.send("POST", `${this.#project}/statuses/${sha}`, {
      state,
      name: CONTEXT,
      description,
      ...target,
    });
  }

  async findComments(branch: string): Promise<Comments | null> {
    // v3 cannot filter by branch.
    const query = new URLSearchParams({ state: "all", order_by: "created_at", sort: "desc", source_branch: branch });
    const listed = await this.#client.list<MergeRequest>(`${this.#project}/merge_requests?${query}`);
    const found = listed.find(
      ({ source_branch, source_project_id, target_project_id }) =>
        source_branch === branch && source_project_id === target_project_id,
    );
    if (found === undefined) return null;
    return `${this.#project}/merge_requests/${this.#version === 3 ? found.id : found.iid}/notes`;
  }

  async listComments(comments: Comments): Promise<readonly Comment[]> {
    const { id } = await this.#client.get<{ id: number }>("/user");
    const listed = await this.#client.list<Note>(`${comments}?sort=asc`);
    return listed.filter(({ author }) => author.id === id);
  }

  async addComment(comments: Comments, body: string): Promise<void> {
    await this.#client.send("POST", comments, { body });
  }

  async editComment(comments: Comments, id: number, body: string): Promise<void> {
    await this.#client.send("PUT", `${comments}/${id}`, { body });
  }
}
