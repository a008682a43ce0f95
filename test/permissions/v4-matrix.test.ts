// Access to what only v4 has, in a group's project: the status for each call and caller.
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, ok, unique } from "../support/actors.ts";
import { type Answer, type Caller, send } from "../support/api.ts";
import { createCast, createIssue, createProject } from "../support/factories.ts";
import { History } from "../support/history.ts";
import { once } from "../support/once.ts";
import { inV4, v4 } from "../support/v4.ts";

// Guest to owner are members of the group.
const matrix = `
private               anonymous external outsider guest reporter developer master owner admin
  approvals           401       404      404      403   200      200       200    200   200
  approve             401       404      404      403   401      201       201    201   201
  merge               401       404      404      401   401      401       409    409   409
  rebase              401       404      404      403   403      202       202    202   202
  raw diffs           401       404      404      403   200      200       200    200   200
  pipelines           404       404      404      403   200      200       200    200   200
  blame               404       404      404      403   200      200       200    200   200
  merge base          404       404      404      403   200      200       200    200   200
  revert              401       404      404      403   403      200       200    200   200
  releases            404       404      404      403   200      200       200    200   200
  release             401       404      404      403   403      201       201    201   201
  edit release        401       404      404      403   403      200       200    200   200
  add link            401       404      404      403   403      201       201    201   201
  upload              401       404      404      201   201      201       201    201   201
  protected branches  401       404      404      403   200      200       200    200   200
  protect             401       404      404      403   403      403       200    200   200
  hooks               401       404      404      403   403      403       200    200   200
  participants        401       404      404      403   200      200       200    200   200
  packages            404       404      404      403   200      200       200    200   200
  download package    404       404      404      403   200      200       200    200   200
  publish package     401       404      404      403   403      201       201    201   201
  delete package      401       404      404      403   403      403       404    404   404
  discuss commit      401       404      404      403   201      201       201    201   201
  commit discussions  404       404      404      403   200      200       200    200   200
  edit discussion     401       404      404      403   403      403       200    200   200
  search comments     401       404      404      200   200      200       200    200   200
  label events        401       404      404      403   200      200       200    200   200
  start project       401       404      404      403   403      400       400    400   400
  issue links         401       404      404      200   200      200       200    200   200
  link issues         401       404      404      201   201      201       201    201   201
  unlink issues       401       404      404      200   200      200       200    200   200
  uploads             401       404      404      403   403      403       200    200   200
  upload by id        401       404      404      403   403      403       200    200   200
  delete upload       401       404      404      403   403      403       204    204   204

public                anonymous external outsider guest reporter developer master owner admin
  approvals           401       200      200      200   200      200       200    200   200
  approve             401       401      401      401   401      201       201    201   201
  merge               401       401      401      401   401      401       409    409   409
  rebase              401       403      403      403   403      202       202    202   202
  raw diffs           401       200      200      200   200      200       200    200   200
  pipelines           200       200      200      200   200      200       200    200   200
  blame               200       200      200      200   200      200       200    200   200
  merge base          200       200      200      200   200      200       200    200   200
  revert              401       403      403      403   403      200       200    200   200
  releases            200       200      200      200   200      200       200    200   200
  release             401       403      403      403   403      201       201    201   201
  edit release        401       403      403      403   403      200       200    200   200
  add link            401       403      403      403   403      201       201    201   201
  upload              401       201      201      201   201      201       201    201   201
  protected branches  401       200      200      200   200      200       200    200   200
  protect             401       403      403      403   403      403       200    200   200
  hooks               401       403      403      403   403      403       200    200   200
  participants        401       200      200      200   200      200       200    200   200
  packages            200       200      200      200   200      200       200    200   200
  download package    200       200      200      200   200      200       200    200   200
  publish package     401       403      403      403   403      201       201    201   201
  delete package      401       403      403      403   403      403       404    404   404
  discuss commit      401       201      201      201   201      201       201    201   201
  commit discussions  200       200      200      200   200      200       200    200   200
  edit discussion     401       403      403      403   403      403       200    200   200
  search comments     401       200      200      200   200      200       200    200   200
  label events        401       200      200      200   200      200       200    200   200
  start project       401       403      403      403   403      400       400    400   400
  issue links         401       200      200      200   200      200       200    200   200
  link issues         401       403      403      201   201      201       201    201   201
  unlink issues       401       403      403      200   200      200       200    200   200
  uploads             401       403      403      403   403      403       200    200   200
  upload by id        401       403      403      403   403      403       200    200   200
  delete upload       401       403      403      403   403      403       204    204   204
`;

const visibilities = { private: 0, public: 20 } as const;

interface Ground {
  /** `/projects/1` */
  readonly at: string;
  /** `/projects/1/merge_requests/1`, of branch `feature` into `main`. */
  readonly one: string;
  readonly sha: string;
  /** Of the commit, begun by the group's owner. */
  readonly discussion: string;
  readonly owner: Actor;
  /** The iid of an issue. */
  readonly issue: number;
}

/** Of no commit: a merge that is permitted ends here. */
const OTHER_SHA = "0".repeat(40);

function upload(caller: Caller, at: string): Promise<Answer> {
  const body = new FormData();
  body.set("file", new Blob(["x"]), "x.txt");
  return send(v4(`${at}/uploads`), { method: "POST", headers: caller.headers, body });
}

const publish = (caller: Caller, at: string): Promise<Answer> =>
  send(v4(`${at}/packages/generic/tool/1.0/tool.txt`), { method: "PUT", headers: caller.headers, body: "x" });

async function linkToNew(caller: Caller, { at, owner, issue }: Ground): Promise<Answer> {
  const { project_id, iid } = await ok(inV4(owner).post(`${at}/issues`, { title: "t" }));
  return inV4(caller).post(`${at}/issues/${issue}/links`, { target_project_id: project_id, target_issue_iid: iid });
}

const calls: Record<string, (caller: Caller, ground: Ground) => Promise<Answer>> = {
  approvals: (caller, { one }) => inV4(caller).get(`${one}/approvals`),
  approve: (caller, { one }) => inV4(caller).post(`${one}/approve`),
  merge: (caller, { one }) => inV4(caller).put(`${one}/merge`, { sha: OTHER_SHA }),
  rebase: (caller, { one }) => inV4(caller).put(`${one}/rebase`),
  "raw diffs": (caller, { one }) => inV4(caller).get(`${one}/raw_diffs`),
  pipelines: (caller, { at }) => inV4(caller).get(`${at}/pipelines`),
  blame: (caller, { at }) => inV4(caller).get(`${at}/repository/files/a.txt/blame?ref=main`),
  "merge base": (caller, { at }) => inV4(caller).get(`${at}/repository/merge_base?refs[]=main&refs[]=feature`),
  revert: (caller, { at, sha }) =>
    inV4(caller).post(`${at}/repository/commits/${sha}/revert`, { branch: "feature", dry_run: true }),
  releases: (caller, { at }) => inV4(caller).get(`${at}/releases`),
  release: (caller, { at }) => inV4(caller).post(`${at}/releases`, { tag_name: unique("v"), ref: "main" }),
  "edit release": (caller, { at }) => inV4(caller).put(`${at}/releases/v1`, { name: unique("name") }),
  "add link": (caller, { at }) =>
    inV4(caller).post(`${at}/releases/v1/assets/links`, {
      name: unique("l"),
      url: `https://example.com/${unique("l")}`,
    }),
  upload: (caller, { at }) => upload(caller, at),
  "protected branches": (caller, { at }) => inV4(caller).get(`${at}/protected_branches`),
  protect: (caller, { at }) =>
    send(v4(`${at}/protected_branches/main?push_access_level=40`), { method: "PATCH", headers: caller.headers }),
  hooks: (caller, { at }) => inV4(caller).get(`${at}/hooks`),
  participants: (caller, { one }) => inV4(caller).get(`${one}/participants`),
  packages: (caller, { at }) => inV4(caller).get(`${at}/packages`),
  "download package": (caller, { at }) => inV4(caller).get(`${at}/packages/generic/tool/1.0/tool.txt`),
  "publish package": (caller, { at }) => publish(caller, at),
  // Who may delete finds that there is no such package.
  "delete package": (caller, { at }) => inV4(caller).delete(`${at}/packages/0`),
  "discuss commit": (caller, { at, sha }) =>
    inV4(caller).post(`${at}/repository/commits/${sha}/discussions`, { body: "Why?" }),
  "commit discussions": (caller, { at, sha }) => inV4(caller).get(`${at}/repository/commits/${sha}/discussions`),
  "edit discussion": (caller, { at, sha, discussion }) =>
    inV4(caller).put(`${at}/repository/commits/${sha}/discussions/${discussion}/notes/${discussion}`, { body: "So." }),
  "search comments": (caller, { at }) => inV4(caller).get(`${at}/search?scope=notes&search=why`),
  "label events": (caller, { one }) => inV4(caller).get(`${one}/resource_label_events`),
  // Who may push is refused the unknown branch.
  "start project": (caller, { at }) =>
    inV4(caller).post(`${at}/repository/commits`, {
      branch: "new",
      commit_message: "m",
      start_project: Number(at.split("/").at(-1)),
      start_branch: "none",
      "actions[][action]": "create",
      "actions[][file_path]": "new.txt",
    }),
  "issue links": (caller, { at, issue }) => inV4(caller).get(`${at}/issues/${issue}/links`),
  "link issues": linkToNew,
  "unlink issues": async (caller, ground) => {
    const { id } = await ok(linkToNew(ground.owner, ground));
    return inV4(caller).delete(`${ground.at}/issues/${ground.issue}/links/${id}`);
  },
  uploads: (caller, { at }) => inV4(caller).get(`${at}/uploads`),
  "upload by id": async (caller, { at, owner }) => {
    const { id } = await ok(upload(owner, at));
    return inV4(caller).get(`${at}/uploads/${id}`);
  },
  "delete upload": async (caller, { at, owner }) => {
    const { url } = await ok(upload(owner, at));
    return inV4(caller).delete(`${at}${url}`);
  },
};

/** `{ "private approve": "401 404 ..." }` */
function readMatrix(): Record<string, string> {
  const rows: Record<string, string> = {};
  let visibility = "";
  for (const line of matrix.trim().split("\n")) {
    const [label = "", ...cells] = line.trim().split(/\s{2,}|\s(?=\d)/);
    if (line.startsWith("  ")) rows[`${visibility} ${label}`] = cells.join(" ");
    else visibility = label;
  }
  return rows;
}

const everybody = once(async () => createCast({ visibility_level: 20 }));

async function createGround(owner: Actor, group: number, visibility_level: number): Promise<Ground> {
  const project = await createProject(owner, { namespace_id: group, visibility_level });
  const at = `/projects/${project.id}`;
  const history = new History();
  const main = history.commit({ "a.txt": "a\n" }, "Begin");
  history.setBranch("main", main);
  history.setBranch("feature", history.commit({ "b.txt": "b\n" }, "Add", main));
  await history.push(owner, project);
  const branches = { source_branch: "feature", target_branch: "main" };
  const { iid, sha } = await ok(owner.post(v4(`${at}/merge_requests`), { title: "Add", ...branches }));
  await ok(owner.post(v4(`${at}/releases`), { tag_name: "v1", ref: "main" }));
  const { id: discussion } = await ok(owner.post(v4(`${at}/repository/commits/${sha}/discussions`), { body: "Why?" }));
  await ok(publish(owner, at));
  const issue = await createIssue(owner, project);
  return { at, one: `${at}/merge_requests/${iid}`, sha, discussion, owner, issue: issue.iid };
}

const grounds = new Map(
  Object.entries(visibilities).map(([name, level]) => [
    name,
    once(async () => {
      const { cast, group } = await everybody();
      return createGround(cast.owner, group.id, level);
    }),
  ]),
);

async function observe(call: (typeof calls)[string], people: Cast, ground: Ground): Promise<string> {
  const statuses: number[] = [];
  for (const who of castNames) statuses.push((await call(people[who], ground)).status);
  return statuses.join(" ");
}

describe("what only v4 has", () => {
  const expected = readMatrix();

  test.each(Object.entries(calls))("%s", async (name, call) => {
    const { cast } = await everybody();
    for (const [visibility, ground] of grounds) {
      const label = `${visibility} ${name}`;
      expect({ [label]: await observe(call, cast, await ground()) }).toEqual({ [label]: expected[label] });
    }
  });

  test("has a row in the matrix for every call, and no other", () => {
    const names = Object.keys(visibilities).flatMap((one) => Object.keys(calls).map((name) => `${one} ${name}`));
    expect(Object.keys(expected).toSorted()).toEqual(names.toSorted());
  });
});
