// Fixtures: merge requests to discuss, and discussions on them.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { createMergeRequest, type MergeRequest } from "../../../support/merge-requests.ts";

export interface Setting {
  readonly owner: Actor;
  /** Author of the merge request; a reporter. */
  readonly author: Actor;
  /** Authenticated, not a member. */
  readonly stranger: Actor;
  readonly project: Project;
  readonly mergeRequest: MergeRequest;
  /** `/projects/1/merge_requests/1` */
  readonly one: string;
  /** `/projects/1/merge_requests/1/discussions` */
  readonly path: string;
}

/** A merge request on a public project without a commit. */
export async function setting(): Promise<Setting> {
  const [owner, author, stranger] = await Promise.all([createUser(), createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, author, "developer");
  const mergeRequest = await createMergeRequest(author, project);
  await ok(owner.put(`/projects/${project.id}/members/${author.id}`, { access_level: 20 }));
  const one = `/projects/${project.id}/merge_requests/${mergeRequest.id}`;
  return { owner, author, stranger, project, mergeRequest, one, path: `${one}/discussions` };
}

/** Returns the path of the discussion. */
export async function discuss(who: Actor, path: string, body = "Why so?"): Promise<string> {
  const { id } = await ok(who.post(path, { body }));
  return `${path}/${id}`;
}

/** The bodies of a target's notes, as one user reads them. */
export const bodiesOf = async (who: Actor, target: string): Promise<string[]> =>
  (await ok(who.get(`${target}/notes`, { per_page: 100 }))).map(({ body }: Answer["body"]) => body);
