// Reports to GitHub.
import {
  CONTEXT,
  type Comment,
  type Comments,
  type CommitStatus,
  type Forge,
  ForgeClient,
  type ReportedState,
} from "./forge.ts";

export interface GitHubRepository {
  /** `https://api.github.com` */
  readonly api: string;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
}

const states: Record<ReportedState, string> = { running: "pending", success: "success", failed: "failure" };

const NEXT = "Check GITHUB_TOKEN and the job's permissions: statuses: write and pull-requests: write.";

export class GitHubForge implements Forge {
  readonly #client: ForgeClient;
  readonly #repository: string;
  readonly #owner: string;

  constructor({ api, repository, token }: GitHubRepository) {
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" };
    this.#client = new ForgeClient(api, headers, NEXT);
    this.#repository = `/repos/${repository}`;
    this.#owner = repository.split("/")[0] ?? "";
  }

  async setStatus(sha: string, { state, url, description }: CommitStatus): Promise<void> {
    const status = { state: states[state], context: CONTEXT, description, ...(url !== null && { target_url: url }) };
    await this.#client.send("POST", `${this.#repository}/statuses/${sha}`, status);
  }

  async findComments(branch: string): Promise<Comments | null> {
    const query = new URLSearchParams({
      head: `${this.#owner}:${branch}`,
      state: "all",
      sort: "created",
      direction: "desc",
    });
    const [pull] = await this.#client.list<{ number: number }>(`${this.#repository}/pulls?${query}`);
    return pull === undefined ? null : `${this.#repository}/issues/${pull.number}/comments`;
  }

  /** The job's token may edit everybody's. */
  listComments(comments: Comments): Promise<readonly Comment[]> {
    return this.#client.list<Comment>(`${comments}?sort=created`);
  }

  async addComment(comments: Comments, body: string): Promise<void> {
    await this.#client.send("POST", comments, { body });
  }

  async editComment(_comments: Comments, id: number, body: string): Promise<void> {
    await this.#client.send("PATCH", `${this.#repository}/issues/comments/${id}`, { body });
  }
}
