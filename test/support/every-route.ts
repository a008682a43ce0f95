// Fixtures for tests that walk the route table: one record of each kind that a path or parameter can name.
import * as v from "valibot";
import type { Params } from "../../src/http/params.ts";
import { type Actor, createAdmin, createUser, ok, unique } from "./actors.ts";
import { addressOf, type WalkedRoute } from "./every-api.ts";
import { createFullIssue, createGroup, createProject } from "./factories.ts";
import { seedRepository } from "./git.ts";
import { createFullMergeRequest, walkedName } from "./merge-requests.ts";
import { createV4Records } from "./v4-records.ts";

/** An unused id. Records of other tests must not be named: some callers are administrators and could change them. */
const NOTHING = 999_999_999;

/** A URL for hooks where nothing listens. */
const nowhere = "http://127.0.0.1:9/";

/** The callers, and the records that path segments can name. */
export interface Scene {
  readonly owner: Actor;
  readonly admin: Actor;
  /** Loses its token to the routes that end the token of a request. */
  readonly spare: Actor;
  /** Title of a label in the project. */
  readonly label: string;
  readonly names: Readonly<Record<string, number | string>>;
}

export async function createScene(): Promise<Scene> {
  const [owner, admin, spare, victim] = await Promise.all([createUser(), createAdmin(), createUser(), createUser()]);
  const [group, other] = [await createGroup(owner), await createGroup(owner)];
  const [project, source] = [await createProject(owner, { namespace_id: group.id }), await createProject(owner)];
  const { todo_id, ...issue } = await createFullIssue(owner, project);
  await seedRepository(owner, project, { "README.md": "Read me\n" });
  await ok(owner.post(`/projects/${project.id}/repository/tags`, { tag_name: "v1", ref: "main", message: "One" }));
  const mergeRequest = await createFullMergeRequest(owner, project, {
    source_branch: "v1",
    labels: issue.label,
    milestone_id: issue.milestone_id,
  });
  const records = await createV4Records(owner, project);
  const hook = await ok(owner.post(`/projects/${project.id}/hooks`, { url: nowhere }));
  return {
    owner,
    admin,
    spare,
    label: issue.label,
    names: {
      group: group.id,
      namespace: group.id,
      namespace_path: group.path,
      project: project.id,
      user: victim.id,
      todo: todo_id,
      group_id: other.id,
      project_id: source.id,
      forked_from_id: source.id,
      issue_id: issue.issue_id,
      issue_iid: issue.iid,
      noteable_id: issue.noteable_id,
      subscribable_id: issue.subscribable_id,
      note_id: issue.note_id,
      award_id: issue.award_id,
      note_award_id: issue.note_award_id,
      label_id: issue.label_id,
      label_event_id: 2 * issue.label_id,
      milestone_id: issue.milestone_id,
      to_project_id: source.id,
      user_id: victim.id,
      branch: "main",
      sha: "main",
      blob_id: "d67064b5343698146a1d22c063f80b039020314a",
      tag_name: "v1",
      hook_id: hook.id,
      event: "push_events",
      ...mergeRequest,
      ...records,
    },
  };
}

const segments = (path: string) => path.split("/").slice(1);
const isParam = (segment: string) => segment.startsWith(":");

/** A value for a path segment that does not cause a 404, or an unused id if there is none. */
export function existing({ names }: Scene, path: string, segment: string): string {
  const name = /^:(\w+)/.exec(segment)?.[1] ?? "";
  const resource = segments(path)[0]?.replace(/s$/, "") ?? "";
  return String((name === "id" ? names[resource] : names[walkedName(path, name)]) ?? NOTHING);
}

export const fillPath = (path: string, fill: (segment: string, isLast: boolean) => string): string => {
  const params = segments(path).filter(isParam);
  return `/${segments(path)
    .map((segment) => (isParam(segment) ? fill(segment, segment === params.at(-1)) : segment))
    .join("/")}`;
};

/** A path to existing records. A record to delete does not exist, because later requests need the fixtures. */
export const goodPath = (scene: Scene, route: WalkedRoute) => {
  const { method, path } = route;
  const filled = fillPath(path, (segment, isLast) =>
    method === "DELETE" && isLast && path.endsWith(segment) ? String(NOTHING) : existing(scene, path, segment),
  );
  return addressOf(route, filled);
};

/** The parameters besides those of the path, by the names that requests have for them. */
export const declaredBy = ({ path, endpoint }: WalkedRoute): [string, Params[string]][] =>
  Object.entries(endpoint.params)
    .map(([name, param]): [string, Params[string]] => [param.sentAs?.[0] ?? name, param])
    .filter(([name]) => !path.includes(`:${name}`));

/** A caller with the permission for the endpoint. */
export function callerOf({ owner, admin, spare }: Scene, { method, path, endpoint }: WalkedRoute): Actor {
  if (method !== "GET" && path.includes("/self")) return spare;
  return endpoint.access === "admin" ? admin : owner;
}

export type Values = Record<string, unknown>;

/** Valid values for parameters that do not accept every string. */
const good = ({ label }: Scene, { method, path }: WalkedRoute): Values => ({
  // PUT identifies the label by its name.
  name: method === "PUT" && path.endsWith("/labels") ? label : unique("name"),
  color: "#428BCA",
  duration: "1h",
  // A new branch, except for commits, which need an existing one.
  branch_name: path.endsWith("/branches") ? unique("branch") : "main",
  branch: path.endsWith("/branches") ? unique("branch") : "main",
  actions: [{ action: "create", file_path: unique("file"), content: "x" }],
  tag_name: unique("tag"),
  // A working system hook would receive the events of all other tests.
  url: path === "/hooks" ? "nowhere" : nowhere,
  source_branch: unique("branch"),
  target_branch: "main",
  ref: "main",
  ...(path.includes("/statuses/") && { state: "success" }),
  ...(path.endsWith("/comments") && { path: "README.md", line: 1 }),
  email: `${unique("x")}@example.com`,
  password: "secret-enough",
  scopes: ["api"],
});

/** Values for the other parameters: an existing or valid value, or for required ones any value the coercion accepts. */
export function besides(scene: Scene, route: WalkedRoute, declared: Params, hostile: readonly string[]): Values {
  const known = { ...scene.names, ...good(scene, route) };
  const entries = Object.entries(declared).flatMap(([name, { coercion, required }]) => {
    if (hostile.includes(name) || !(required || name in known)) return [];
    const values = [known[name], unique("filler"), 10, true, "2030-01-01"];
    return [[name, values.find((value) => value !== undefined && v.safeParse(coercion, value).success)]];
  });
  return Object.fromEntries(entries);
}
