// On pages, a project or group that the visitor may not see differs from a missing one by nothing but its name.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, root, unique } from "../../support/actors.ts";
import { readCost, send } from "../../support/api.ts";
import { createFullIssue, createGroup, createIssue, createProject } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import { createFullMergeRequest } from "../../support/merge-requests.ts";
import { once } from "../../support/once.ts";
import { sampled } from "../../support/sample.ts";
import { v4 } from "../../support/v4.ts";
import {
  actionPatterns,
  type PageNames,
  pagePatterns,
  pathOfPage,
  sendForm,
  type Visitor,
  visit,
  visitorWith,
  wholeOf,
} from "./every-page.ts";

const isOfPlace = (pattern: string): boolean => /:(namespace|group)\b/.test(pattern);
const pages = pagePatterns.filter(isOfPlace);
const actions = actionPatterns.filter(isOfPlace);

/** A group with a project, of which every page has something to show. */
async function createPlace(owner: Actor, visibility_level: number): Promise<PageNames> {
  const group = await createGroup(owner, { visibility_level });
  const project = await createProject(owner, { namespace_id: group.id, visibility_level });
  const at = `/projects/${project.id}`;
  await seedRepository(owner, project, { "README.md": "Read me\n" });
  const [commit] = await ok(owner.get(`${at}/repository/commits`));
  await ok(owner.post(`${at}/repository/branches`, { branch_name: "feature/x", ref: "main" }));
  const issue = await createFullIssue(owner, project);
  const { iid: target_issue_iid } = await createIssue(owner, project);
  const target = { target_project_id: project.id, target_issue_iid };
  const { id: link } = await ok(owner.post(v4(`${at}/issues/${issue.iid}/links`), target));
  const mergeRequest = await createFullMergeRequest(owner, project, { source_branch: "feature/x" });
  const hook = await ok(owner.post(`${at}/hooks`, { url: "http://127.0.0.1:9/" }));
  const releases = v4(`${at}/releases`);
  await ok(owner.post(releases, { tag_name: "v1", ref: "main" }));
  const asset = { name: "l", url: "https://example.com", direct_asset_path: "/README.md" };
  await ok(owner.post(`${releases}/v1/assets/links`, asset));
  const body = new FormData();
  body.set("file", new Blob(["x"]), "a.png");
  const upload = await ok(send(v4(`${at}/uploads`), { method: "POST", headers: owner.headers, body }));
  return {
    namespace: group.path,
    group: group.path,
    project: project.path,
    ref: "feature/x",
    sha: commit.id.slice(0, 8),
    tag: "v1",
    secret: upload.url.split("/")[2],
    filename: "a.png",
    range: "main...feature/x",
    iid: issue.iid,
    mr_iid: 1,
    milestone_iid: 1,
    label_id: issue.label_id,
    note_id: issue.note_id,
    link,
    mr_note_id: mergeRequest.merge_request_note_id,
    discussion_id: mergeRequest.discussion_id,
    hook: hook.id,
    delivery: 1,
    user_id: owner.id,
    group_id: group.id,
  };
}

/** Valid values for actions of every kind. */
const fields = {
  title: "t",
  name: "n",
  note: "n",
  body: "b",
  path: "p",
  color: "#428BCA",
  state_event: "close",
  url: "http://127.0.0.1:9/",
  branch_name: "b",
  tag_name: "t",
  ref: "main",
  confirm: "c",
  access_level: "10",
  user_id: "1",
  username: "root",
  source_branch: "feature/x",
  target_branch: "main",
  level: "watch",
};

const created = once(async () => {
  const [stranger, external, blocked] = [await createUser(), await createUser({ external: true }), await createUser()];
  const owner = await createUser();
  const visitors = {
    anonymous: await visitorWith(null),
    stranger: await visitorWith(stranger.token),
    "external user": await visitorWith(external.token),
    "blocked user": await visitorWith(blocked.token),
    owner: await visitorWith(owner.token),
  };
  await ok(root.put(`/users/${blocked.id}/block`));
  return { visitors, private: await createPlace(owner, 0), internal: await createPlace(owner, 10) };
});

type Who = keyof Awaited<ReturnType<typeof created>>["visitors"];

/** The responses of all routes, in which the names of the place are replaced. */
async function read(visitor: Visitor, names: PageNames, patterns: readonly string[], isAction: boolean) {
  const responses: [string, string][] = [];
  for (const pattern of patterns) {
    const path = pathOfPage(pattern, names);
    const response = await (isAction ? sendForm(visitor, path, fields) : visit(visitor, path));
    const { roundTrips, statements } = readCost(response.headers.get("server-timing") ?? "");
    const whole = (await wholeOf(response))
      .replaceAll(String(names.namespace), "GROUP")
      .replaceAll(String(names.project), "PROJECT");
    responses.push([pattern, `${whole}\n${roundTrips} ${statements}`]);
  }
  return responses;
}

/** In this order, so that a sample reads every page of either kind of place. */
const refused: [Who, "private" | "internal"][] = [
  ["anonymous", "private"],
  ["stranger", "private"],
  ["external user", "private"],
  ["external user", "internal"],
  ["anonymous", "internal"],
  ["blocked user", "internal"],
];

test("to the owner, every page of a place has something to show", async () => {
  const { visitors, private: place } = await created();
  const responses = await read(visitors.owner, place, pages, false);
  expect(new Set(responses.filter(([, whole]) => whole.startsWith("404")).map(([pattern]) => pattern))).toEqual(
    new Set([
      // Nothing was delivered, and the hook is the project's.
      "/groups/:group/hooks/:hook{[0-9]+}",
      "/groups/:group/hooks/:hook{[0-9]+}/deliveries/:delivery{[0-9]+}",
      "/:namespace/:project/hooks/:hook{[0-9]+}/deliveries/:delivery{[0-9]+}",
      // A file is no folder for new ones.
      "/:namespace/:project/new/:ref/*",
    ]),
  );
});

describe.each(refused)("to the visitor who is %s, a place that is %s", (who, visibility) => {
  /**
   * Of the pages or actions; in a sample a third, so that each of them is sent for either kind of place, and by a visitor
   * who is signed in for one of them at least.
   */
  const some = (patterns: readonly string[]): readonly string[] =>
    sampled(
      patterns,
      refused.findIndex(([name, place]) => name === who && place === visibility),
      3,
    );

  const placesOf = async () => {
    const { visitors, [visibility]: hidden } = await created();
    const namespace = unique("group");
    return {
      visitor: visitors[who],
      hidden,
      missing: { ...hidden, namespace, group: namespace, project: unique("p") },
    };
  };

  test("is a missing one on every page, at the same cost", async () => {
    const { visitor, hidden, missing } = await placesOf();
    const expected = await read(visitor, missing, some(pages), false);
    expect(await read(visitor, hidden, some(pages), false)).toEqual(expected);
  });

  test("is a missing one to every action, at the same cost", async () => {
    const { visitor, hidden, missing } = await placesOf();
    const expected = await read(visitor, missing, some(actions), true);
    expect(await read(visitor, hidden, some(actions), true)).toEqual(expected);
  });

  test("has the profile of nobody", async () => {
    const { visitor, hidden, missing } = await placesOf();
    const profile = async ({ namespace }: PageNames) =>
      (await wholeOf(await visit(visitor, `/${namespace}`))).replaceAll(String(namespace), "GROUP");
    expect(await profile(hidden)).toBe(await profile(missing));
  });
});
