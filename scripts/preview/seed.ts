// Example data for a new preview, created through its API. Each step first looks for what an interrupted run has left.
import { Failure } from "../failure.ts";

type Values = Readonly<Record<string, string | number>>;

interface Identified {
  readonly id: number;
}

class Api {
  readonly #base: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#base = `${origin}/api/v3`;
    this.#token = token;
  }

  /** Null for a 404. */
  get<Body>(path: string): Promise<Body | null> {
    return this.#call<Body>("GET", path);
  }

  async post<Body>(path: string, values: Values): Promise<Body> {
    const body = await this.#call<Body>("POST", path, values);
    if (body === null) throw failure(`POST ${path}`, "404");
    return body;
  }

  /** The first record of a list, or a new one. */
  async ensure(list: string, isIt: (record: Values) => boolean, path: string, values: Values): Promise<Identified> {
    const found =
      (await this.get<(Identified & Values)[]>(`${list}${list.includes("?") ? "&" : "?"}per_page=100`)) ?? [];
    return found.find(isIt) ?? this.post<Identified>(path, values);
  }

  async #call<Body>(method: string, path: string, values?: Values): Promise<Body | null> {
    const headers = { "PRIVATE-TOKEN": this.#token, "Content-Type": "application/json" };
    const body = values === undefined ? null : JSON.stringify(values);
    const response = await fetch(`${this.#base}${path}`, { method, headers, body, redirect: "manual" });
    const text = await response.text();
    if (response.status === 404) return null;
    if (!response.ok) throw failure(`${method} ${path}`, `${response.status} ${text}`);
    return parsed<Body>(text);
  }
}

/** @param text as the API responds */
const parsed = <Body>(text: string): Body => JSON.parse(text) as Body;

const failure = (call: string, response: string): Failure =>
  new Failure(
    `The example data could not be created: ${call} responded with ${response}\n\nRun npm run preview -- --seed again to continue.`,
  );

const DEVELOPER = 30;
const PUBLIC = 20;

const issues = [
  { title: "Barges wait at the mouth", labels: "bug", description: "The channel is too shallow at low tide." },
  { title: "Number the buoys", labels: "feature", description: "- [x] Upstream\n- [ ] Downstream" },
];

/**
 * A group with a project, a user, labels, a milestone, issues, and a merge request. Idempotent.
 *
 * @param token the administrator's
 * @throws Failure
 */
export async function seedExamples(origin: string, token: string): Promise<void> {
  const api = new Api(origin, token);
  const group =
    (await api.get<Identified>("/groups/rivers")) ??
    (await api.post<Identified>("/groups", { name: "Rivers", path: "rivers" }));
  const user = await api.ensure("/users?username=ada", () => true, "/users", {
    username: "ada",
    name: "Ada",
    email: "ada@example.com",
    password: "not-kept",
    confirm: "false",
  });
  const project =
    (await api.get<Identified>("/projects/rivers%2Fdelta")) ??
    (await api.post<Identified>("/projects", {
      name: "Delta",
      path: "delta",
      namespace_id: group.id,
      visibility_level: PUBLIC,
    }));
  const base = `/projects/${project.id}`;
  const ada = { user_id: user.id, access_level: DEVELOPER };
  await api.ensure(`${base}/members`, ({ id }) => id === user.id, `${base}/members`, ada);
  await seedPlans(api, base);
  await seedMergeRequest(api, base);
}

async function seedPlans(api: Api, base: string): Promise<void> {
  for (const [name, color] of [
    ["bug", "#d9534f"],
    ["feature", "#428bca"],
  ] as const) {
    await api.ensure(`${base}/labels`, (label) => label.name === name, `${base}/labels`, { name, color });
  }
  const spring = { title: "Spring tide" };
  const milestone = await api.ensure(`${base}/milestones`, isTitled(spring), `${base}/milestones`, spring);
  for (const issue of issues) {
    await api.ensure(`${base}/issues`, isTitled(issue), `${base}/issues`, { ...issue, milestone_id: milestone.id });
  }
}

async function seedMergeRequest(api: Api, base: string): Promise<void> {
  await ensureFile(api, base, { branch_name: "master", file_path: "README.md", content: "# Delta\n" });
  const branch = { branch_name: "dredge", ref: "master" };
  await api.ensure(
    `${base}/repository/branches`,
    ({ name }) => name === "dredge",
    `${base}/repository/branches`,
    branch,
  );
  await ensureFile(api, base, { branch_name: "dredge", file_path: "MOUTH", content: "deep\n" });
  const proposal = { title: "Dredge the mouth", source_branch: "dredge", target_branch: "master" };
  await api.ensure(`${base}/merge_requests`, isTitled(proposal), `${base}/merge_requests`, {
    ...proposal,
    description: "Closes #1",
  });
}

async function ensureFile(
  api: Api,
  base: string,
  file: { readonly branch_name: string; readonly file_path: string; readonly content: string },
): Promise<void> {
  const query = new URLSearchParams({ file_path: file.file_path, ref: file.branch_name });
  if ((await api.get(`${base}/repository/files?${query}`)) !== null) return;
  await api.post(`${base}/repository/files`, { ...file, commit_message: `Add ${file.file_path}` });
}

const isTitled =
  ({ title }: { readonly title: string }) =>
  (record: Values): boolean =>
    record.title === title;
