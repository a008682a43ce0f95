// A server in this process and requests with an Idempotency-Key, each with the number of times it was carried out.
import { randomUUID } from "node:crypto";
import { type LocalWorker, startLocalWorker } from "../../support/runtime/worker.ts";

const token = "the-root-token-of-this-world";
const origin = "https://tributary.example.com";

export interface Story {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: object;
  readonly status: number;
  /** True if the response cannot be made again once it is lost. */
  readonly canBeLost: boolean;
  /** How often it was carried out. */
  readonly count: () => Promise<number>;
}

export class World {
  readonly worker: LocalWorker;

  private constructor(worker: LocalWorker) {
    this.worker = worker;
  }

  static async create(): Promise<World> {
    return new World(await startLocalWorker({ ROOT_TOKEN: token, DATABASE_COST: "true", HOOKS_ALLOW_LOCAL: "true" }));
  }

  request(method: string, path: string, body: object | null, key: string | null): Request {
    const headers = new Headers({ "private-token": token, "content-type": "application/json" });
    if (key !== null) headers.set("idempotency-key", key);
    const init = { method, headers, body: body === null ? null : JSON.stringify(body) };
    return new Request(origin + (path.startsWith("/api/") ? path : `/api/v3${path}`), init);
  }

  /** The body of a successful response. */
  async call(method: string, path: string, body: object | null = null) {
    const response = await this.worker.fetch(this.request(method, path, body, null));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** The first value of a query. */
  async value(sql: string, ...params: (string | number)[]): Promise<unknown> {
    const row = await this.worker.d1
      .prepare(sql)
      .bind(...params)
      .first<Record<string, unknown>>();
    return Object.values(row ?? {})[0];
  }

  /** Advances the time of the records, as that of the server cannot be set. */
  async pass(seconds: number): Promise<void> {
    const earlier = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${seconds} seconds')`;
    const [leases, expiries] = [earlier("lease_ends_at"), earlier("expires_at")];
    await this.worker.d1.batch([
      this.worker.d1.prepare(`update idempotency_records set ${leases} where lease_ends_at <> ''`),
      this.worker.d1.prepare(`update idempotency_records set ${expiries}`),
    ]);
  }

  /** A project whose branches `main` and `feature` differ by one commit. */
  async repository(): Promise<{ id: number; at: string }> {
    const { id } = await this.call("POST", "/projects", { name: name() });
    const at = `/projects/${id}`;
    await this.call("POST", `${at}/repository/files`, file("main", "README.md"));
    await this.call("POST", `${at}/repository/branches`, { branch_name: "feature", ref: "main" });
    await this.call("POST", `${at}/repository/files`, file("feature", "feature.txt"));
    return { id, at };
  }
}

const name = () => `n-${randomUUID()}`;

const file = (branch_name: string, file_path: string) => ({
  branch_name,
  file_path,
  content: file_path,
  commit_message: `Write ${file_path}`,
});

const counted =
  (world: World, sql: string, ...params: (string | number)[]): Story["count"] =>
  async () =>
    Number(await world.value(sql, ...params));

/** Kinds of requests, by name. Each call prepares another request. */
export const stories: Readonly<Record<string, (world: World) => Promise<Story>>> = {
  async "an issue"(world) {
    const { id } = await world.call("POST", "/projects", { name: name() });
    return {
      method: "POST",
      path: `/projects/${id}/issues`,
      body: { title: name(), description: "@root - [ ] a task", labels: "one,two" },
      status: 201,
      canBeLost: false,
      count: counted(world, "select count(*) from issues where project_id = ?", id),
    };
  },
  async "an edit of an issue"(world) {
    const { id } = await world.call("POST", "/projects", { name: name() });
    const issue = await world.call("POST", `/projects/${id}/issues`, { title: name() });
    return {
      method: "PUT",
      path: `/projects/${id}/issues/${issue.id}`,
      body: { title: name(), state_event: "close" },
      status: 200,
      canBeLost: false,
      count: counted(world, "select count(*) from events where target_id = ? and kind = 'issue_closed'", issue.id),
    };
  },
  async "a note"(world) {
    const { id } = await world.call("POST", "/projects", { name: name() });
    const issue = await world.call("POST", `/projects/${id}/issues`, { title: name() });
    return {
      method: "POST",
      path: `/projects/${id}/issues/${issue.id}/notes`,
      body: { body: "A note for @root" },
      status: 201,
      canBeLost: false,
      count: counted(world, "select count(*) from notes where target_type = 'Issue' and target_id = ?", issue.id),
    };
  },
  async "a project"(world) {
    const body = { name: name() };
    const count = counted(world, "select count(*) from projects where name = ?", body.name);
    return { method: "POST", path: "/projects", body, status: 201, canBeLost: false, count };
  },
  async "a fork"(world) {
    const { id } = await world.repository();
    const group = await world.call("POST", "/groups", { name: name(), path: name() });
    const count = counted(world, "select count(*) from projects where forked_from_id = ?", id);
    const body = { namespace: group.id };
    return { method: "POST", path: `/projects/fork/${id}`, body, status: 201, canBeLost: false, count };
  },
  async "spent time"(world) {
    const { id } = await world.call("POST", "/projects", { name: name() });
    const issue = await world.call("POST", `/projects/${id}/issues`, { title: name() });
    return {
      method: "POST",
      path: `/projects/${id}/issues/${issue.id}/add_spent_time`,
      body: { duration: "1h" },
      status: 201,
      canBeLost: false,
      count: counted(world, "select count(*) from timelogs where target_id = ?", issue.id),
    };
  },
  async "a token"(world) {
    const body = { name: name(), scopes: ["api"] };
    const count = counted(world, "select count(*) from access_tokens where name = ?", body.name);
    return { method: "POST", path: "/user/personal_access_tokens", body, status: 201, canBeLost: true, count };
  },
  async "a merge request"(world) {
    const { id, at } = await world.repository();
    return {
      method: "POST",
      path: `${at}/merge_requests`,
      body: { title: name(), source_branch: "feature", target_branch: "main" },
      status: 201,
      canBeLost: false,
      count: counted(world, "select count(*) from merge_requests where project_id = ?", id),
    };
  },
  async "a commit"(world) {
    const { at } = await world.repository();
    return {
      method: "POST",
      path: `${at}/repository/commits`,
      body: { branch_name: "main", commit_message: "Empty", actions: [] },
      status: 201,
      canBeLost: false,
      count: async () => (await world.call("GET", `${at}/repository/commits?ref_name=main`)).length - 1,
    };
  },
  async "a branch"(world) {
    const { id, at } = await world.repository();
    return {
      method: "POST",
      path: `${at}/repository/branches`,
      body: { branch_name: "topic", ref: "main" },
      status: 201,
      canBeLost: false,
      count: counted(world, "select count(*) from pushes where project_id = ? and ref = 'refs/heads/topic'", id),
    };
  },
  async "a merge"(world) {
    const { at } = await world.repository();
    const proposal = { title: name(), source_branch: "feature", target_branch: "main" };
    const { id } = await world.call("POST", `${at}/merge_requests`, proposal);
    return {
      method: "PUT",
      path: `${at}/merge_requests/${id}/merge`,
      body: { should_remove_source_branch: true },
      status: 200,
      canBeLost: false,
      count: async () => (await world.call("GET", `${at}/repository/commits?ref_name=main`)).length - 2,
    };
  },
};
