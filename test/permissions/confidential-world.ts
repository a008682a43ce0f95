// Fixtures: a confidential issue, and users who may not see it.
import { type Actor, type Cast, createUser, levels, ok, unique } from "../support/actors.ts";
import type { Answer, Caller, Values } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import type { WalkedRoute } from "../support/every-api.ts";
import {
  createCast,
  createFullIssue,
  createIssue,
  createProject,
  type FullIssue,
  type Group,
  type Issue,
  type Project,
} from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { createFullMergeRequest, type FullMergeRequest } from "../support/merge-requests.ts";
import { v4 } from "../support/v4.ts";
import { createV4Records, type V4Records } from "../support/v4-records.ts";
import { type Names, pathOf } from "./walk.ts";

/** An id that never existed. */
export const ABSENT = 999_999_999;

/** The blob id of every project's README.md. */
const README = "d67064b5343698146a1d22c063f80b039020314a";

/** Of the first confidential issue: each place has three other issues. */
export const SECRET_IID = 4;

/** Of those after it. */
export const LATER_IIDS: readonly number[] = [1, 2, 3, 4, 5].map((n) => SECRET_IID + n);

/** A project and its contents that everybody can see. */
export interface Place {
  readonly project: Project;
  readonly issue: FullIssue;
  readonly mergeRequest: FullMergeRequest;
  readonly records: V4Records;
}

export interface World {
  readonly cast: Cast;
  /** An outsider as well; writes the confidential issue. */
  readonly author: Actor;
  readonly group: Group;
  /** Two of them: issues move from the first to the second. */
  readonly places: readonly [Place, Place];
}

export async function createWorld(): Promise<World> {
  const [{ cast, group, project }, author] = await Promise.all([
    createCast({ visibility_level: 20 }, { visibility_level: 20 }),
    createUser(),
  ]);
  const other = await createProject(cast.owner, { namespace_id: group.id, visibility_level: 20 });
  const titles = { label: unique("label"), milestone: unique("milestone") };
  const description = `For @${cast.outsider.username}, @${cast.guest.username} and @${author.username}`;
  const furnish = async (place: Project): Promise<Place> => {
    await joinProject(cast.owner, place, cast.reporter, "reporter");
    await seedRepository(cast.owner, place, { "README.md": "Read me\n" });
    await ok(cast.owner.post(`/projects/${place.id}/repository/tags`, { tag_name: "v1", ref: "main" }));
    const issue = await createFullIssue(cast.owner, place, { ...titles, description });
    for (const writer of [cast.outsider, cast.guest]) await createIssue(writer, place);
    const mergeRequest = await createFullMergeRequest(cast.owner, place, {
      source_branch: "v1",
      labels: issue.label,
      milestone_id: issue.milestone_id,
      // The confidential issues will have these iids.
      description: `Closes #${SECRET_IID}, see #${SECRET_IID}, fixes ${LATER_IIDS.map((iid) => `#${iid}`).join(" and ")}`,
    });
    const records = await createV4Records(cast.owner, place);
    return { project: place, issue, mergeRequest, records };
  };
  const places = [await furnish(project), await furnish(other)] as const;
  for (const viewer of [cast.outsider, cast.guest, cast.reporter, author]) {
    await ok(viewer.post(`/projects/${project.id}/star`));
  }
  return { cast, author, group, places };
}

export const namesOf = ({ author, group, cast }: World, { project, issue, mergeRequest, records }: Place): Names => ({
  group: group.id,
  group_id: group.id,
  namespace: group.id,
  project: project.id,
  project_id: project.id,
  forked_from_id: project.id,
  project_namespace: group.path,
  project_path: project.path,
  query: project.name,
  user: author.id,
  user_id: cast.reporter.id,
  token_id: ABSENT,
  hook_id: ABSENT,
  delivery_id: ABSENT,
  hook_log_id: ABSENT,
  namespace_path: group.path,
  notification: ABSENT,
  audit_event: ABSENT,
  audit_event_id: ABSENT,
  event: "issues_events",
  todo: issue.todo_id,
  branch: "main",
  sha: "main",
  tag_name: "v1",
  blob_id: README,
  ...mergeRequest,
  ...records,
  ...namesOfIssue(issue),
});

export function namesOfIssue(issue: FullIssue): Names {
  const { label_id, milestone_id, issue_id, noteable_id, subscribable_id, note_id, award_id, note_award_id } = issue;
  const ids = { label_id, milestone_id, issue_id, noteable_id, subscribable_id, note_id, award_id, note_award_id };
  return { ...ids, issue_iid: issue.iid, label_event_id: 2 * label_id };
}

export const SECRET = "a secret to search for";

/** Path parameters for the issue. */
export interface Secret extends FullIssue {
  /** The system note under the public issue, whose readers may know that this issue mentions it. */
  readonly reference_id: number;
  /** Of the link from the public issue. */
  readonly issue_link_id: number;
}

export const at = ({ project_id, id }: Issue): string => `/projects/${project_id}/issues/${id}`;

/** An issue in the first place with everything an issue can have, mentioning every user who must not see it. */
export async function createSecret(world: World, confidential: boolean): Promise<Secret> {
  const { cast, author, group, places } = world;
  const [{ project, issue: open }] = places;
  const everybody = [cast.outsider, cast.guest, author].map(({ username }) => `@${username}`).join(" ");
  const created = await createIssue(author, project, {
    title: `${SECRET}, #1`,
    description: `${everybody} @all @${group.path} see #1, !1 and ${places[1].project.path}#1\n- [ ] a task`,
    confidential,
  });
  const path = at(created);
  const { reporter, developer, owner } = cast;
  await ok(
    reporter.put(path, {
      labels: open.label,
      milestone_id: open.milestone_id,
      assignee_id: developer.id,
      due_date: "2030-01-01",
    }),
  );
  const note = await ok(developer.post(`${path}/notes`, { body: `${everybody} look at #2 and @${group.path}` }));
  const award = await ok(reporter.post(`${path}/award_emoji`, { name: "thumbsup" }));
  const noteAward = await ok(owner.post(`${path}/notes/${note.id}/award_emoji`, { name: "tada" }));
  const target = { target_project_id: project.id, target_issue_iid: created.iid };
  const link = await ok(developer.post(v4(`/projects/${project.id}/issues/${open.iid}/links`), target));
  // The group mention that includes the reporter.
  const [todo] = await ok(reporter.get("/todos"));
  const notes = await ok(reporter.get(`${at(open)}/notes`, { per_page: 100 }));
  const reference = notes.find(({ body }: { body: string }) => body.includes(`#${created.iid}`));
  return {
    ...created,
    issue_id: created.id,
    noteable_id: created.id,
    subscribable_id: created.id,
    note_id: note.id,
    award_id: award.id,
    note_award_id: noteAward.id,
    label_id: open.label_id,
    label: open.label,
    milestone_id: open.milestone_id,
    milestone: open.milestone,
    todo_id: todo.id,
    reference_id: reference.id,
    issue_link_id: link.id,
  };
}

/** Activity on the issue between two reads of users who may not see it. */
export async function discuss({ cast, author }: World, secret: Secret): Promise<void> {
  const { reporter, developer, owner, outsider, guest } = cast;
  const path = at(secret);
  await ok(author.put(path, { title: `${SECRET}, #2`, description: `@${outsider.username} again, #1\n- [x] a task` }));
  await ok(developer.put(`${path}/notes/${secret.note_id}`, { body: `@${guest.username} and #3` }));
  await ok(author.post(`${path}/notes`, { body: `@${guest.username}: #2` }));
  await ok(developer.post(`${path}/time_estimate`, { duration: "3h" }));
  await ok(developer.post(`${path}/add_spent_time`, { duration: "1h" }));
  await ok(owner.post(`${path}/subscription`));
  await ok(reporter.post(`${path}/award_emoji`, { name: "heart" }));
  await ok(reporter.put(path, { state_event: "close" }));
  await ok(reporter.put(path, { state_event: "reopen", assignee_id: reporter.id, labels: "" }));
  await ok(reporter.put(path, { labels: secret.label, milestone_id: 0 }));
  await ok(reporter.put(path, { state_event: "close", milestone_id: secret.milestone_id }));
}

/** A valid value for each parameter that a route requires; routes ignore undeclared ones. */
const goodBody = ({ author, group, places }: World, round: string): Values => ({
  title: "t",
  description: "#1",
  body: "b",
  name: "heart",
  path: round,
  color: "red",
  duration: "1h",
  state_event: "close",
  state: "success",
  note: "#1",
  resolved: true,
  source_branch: round,
  target_branch: "main",
  user_id: author.id,
  access_level: levels.guest,
  group_id: group.id,
  group_access: levels.guest,
  to_project_id: places[1].project.id,
  target_project_id: places[0].project.id,
  target_issue_iid: SECRET_IID,
  url: "http://127.0.0.1:9/",
});

/** @param round a part of every value that must be unique */
export function write(world: World, viewer: Caller, route: WalkedRoute, names: Names, round: string): Promise<Answer> {
  const path = pathOf(route, names);
  const body = route.method === "GET" ? {} : goodBody(world, route.isV4 ? `${round}-4` : round);
  const methods = { GET: viewer.get, POST: viewer.post, PUT: viewer.put, PATCH: viewer.patch, DELETE: viewer.delete };
  return methods[route.method](path, body);
}
