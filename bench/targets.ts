// The routes that the benchmark measures, and the floors it measures them against.
import type { Target } from "./load.ts";
import type { Seeded } from "./seed.ts";

export const batchFloor: Target = { name: "floor: raw batch of three, 20 rows", method: "GET", path: "/floor/batch" };
/** The same with an update of one row. */
const writeFloor: Target = { name: "floor: raw batch of three, one update", method: "GET", path: "/floor/write" };
export const floors: Target[] = [
  { name: "floor: Hono hello", method: "GET", path: "/floor/hello" },
  batchFloor,
  writeFloor,
];

/** A server that queries its database as many do: session, user, project, permissions, rows. */
export const fiveQueries: Target = { name: "five sequential queries", method: "GET", path: "/floor/five" };

/** Issues that a route edits in turn. */
const EDITED = 50;

export function targets(seeded: Seeded): Target[] {
  const { reporter, guest, outsider, writer, projectId, groupId, smallGroupId, issueId, mergeRequestId, authorId } =
    seeded;
  const get = (name: string, path: string, token = reporter): Target => ({
    name,
    method: "GET",
    path: `/api/v3${path}`,
    token,
  });
  /** Different issues, so that simultaneous edits do not conflict. */
  const issuePath = (n: number, route: number) =>
    `/api/v3/projects/${projectId}/issues/${2 + 2 * (1_000 * route + (n % EDITED))}`;
  return [
    get("issues of a project", `/projects/${projectId}/issues`),
    get("... as a guest", `/projects/${projectId}/issues`, guest),
    get("... opened, by updated_at", `/projects/${projectId}/issues?state=opened&order_by=updated_at`),
    get("... of one author", `/projects/${projectId}/issues?author_id=${authorId}`),
    get("... 100 a page", `/projects/${projectId}/issues?per_page=100`),
    get("... with a label 100 have", `/projects/${projectId}/issues?labels=label+1`),
    get("... with a label 2,600 have", `/projects/${projectId}/issues?labels=label+2`),
    get("... of a milestone", `/projects/${projectId}/issues?milestone=milestone+1`),
    get("... found by a word", `/projects/${projectId}/issues?search=needle`),
    get("issues of a group of 10", `/groups/${smallGroupId}/issues`, writer),
    get("issues of one's own, in 10 projects", "/issues", writer),
    get("one issue", `/projects/${projectId}/issues/${issueId}`),
    get("notes of an issue", `/projects/${projectId}/issues/${issueId}/notes`),
    get("merge requests of a project", `/projects/${projectId}/merge_requests`),
    get("... opened, by updated_at", `/projects/${projectId}/merge_requests?state=opened&order_by=updated_at`),
    get("one merge request", `/projects/${projectId}/merge_requests/${mergeRequestId}`),
    get("labels of a project", `/projects/${projectId}/labels`),
    get("todos", "/todos"),
    get("one project", `/projects/${projectId}`),
    get("one project by path", "/projects/group1%2Fproject2"),
    get("projects one belongs to", "/projects"),
    get("visible projects, outsider", "/projects/visible", outsider),
    get("projects of a group", `/groups/${groupId}/projects`),
    get("groups", "/groups?all_available=true"),
    get("one group, no projects", `/groups/${groupId + 2}`),
    get("members of a group", `/groups/${groupId}/members`),
    get("users", "/users"),
    {
      ...get("edit an issue, changing nothing", `/projects/${projectId}/issues/${issueId}`),
      method: "PUT",
      body: '{"title":"As it is","labels":"label 3"}',
    },
    {
      ...get("edit an issue, changing its title", ""),
      method: "PUT",
      nth: (n) => ({ path: issuePath(n, 0), body: JSON.stringify({ title: `Title ${n}` }) }),
    },
    {
      ...get("edit an issue, changing title and labels", ""),
      method: "PUT",
      nth: (n) => ({
        path: issuePath(n, 1),
        body: JSON.stringify({ title: `Title ${n}`, labels: `label ${1 + (n % 20)}` }),
      }),
    },
    { ...get("create an issue", `/projects/${projectId}/issues`), method: "POST", body: '{"title":"From the bench"}' },
    {
      ...get("add a note to an issue", ""),
      method: "POST",
      nth: (n) => ({ path: `${issuePath(n, 2)}/notes`, body: '{"body":"From the bench"}' }),
    },
  ];
}
