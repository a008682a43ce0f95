// Merge requests, and repositories that have something to propose.
import { type Actor, createUser, ok, unique } from "./actors.ts";
import type { Values } from "./api.ts";
import { createProject, type Project } from "./factories.ts";
import { type Contents, History } from "./history.ts";

export interface MergeRequest {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly sha: string | null;
}

/** Pushes `main` and, branching off it, a branch of one commit for each name. Answers the tips by branch. */
export async function pushBranches(
  pusher: Actor,
  project: Project,
  branches: Readonly<Record<string, Contents>>,
): Promise<Record<string, string>> {
  const history = new History();
  const main = history.commit({ "README.md": "Begin\n" }, "Begin");
  const tips: Record<string, string> = { main: main.oid };
  history.setBranch("main", main);
  for (const [name, files] of Object.entries(branches)) {
    const tip = history.commit(files, `Write ${name}`, main);
    history.setBranch(name, tip);
    tips[name] = tip.oid;
  }
  await history.push(pusher, project);
  return tips;
}

export interface Proposing {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/1` */
  readonly at: string;
  /** `/projects/1/merge_requests` */
  readonly path: string;
  readonly tips: Record<string, string>;
}

/** A project of somebody's with `main`, and `feature` and `other` that branch off it. */
export async function createProposing(attributes: Values = {}, owner?: Actor): Promise<Proposing> {
  const master = owner ?? (await createUser());
  const project = await createProject(master, attributes);
  const tips = await pushBranches(master, project, {
    feature: { "feature.txt": "1\n" },
    other: { "other.txt": "2\n" },
  });
  const at = `/projects/${project.id}`;
  return { owner: master, project, at, path: `${at}/merge_requests`, tips };
}

/** From `feature` to `main` unless attributes say otherwise. */
export const createMergeRequest = (
  author: Actor,
  { id }: Pick<Project, "id">,
  attributes: Values = {},
): Promise<MergeRequest> =>
  ok(
    author.post(`/projects/${id}/merge_requests`, {
      title: unique("merge request"),
      source_branch: "feature",
      target_branch: "main",
      ...attributes,
    }),
  );

/** What is named on the way to a merge request and to what hangs on it, by the names that walks over all paths have for it. */
export interface FullMergeRequest {
  readonly merge_request_id: number;
  readonly version_id: number;
  readonly discussion_id: number;
  readonly merge_request_note_id: number;
  readonly merge_request_award_id: number;
  /** Of the note. */
  readonly merge_request_note_award_id: number;
}

/** A merge request whose status is decided, with a note, a discussion, an award and an award of the note. */
export async function createFullMergeRequest(
  author: Actor,
  project: Pick<Project, "id">,
  attributes: Values = {},
  commenter: Actor = author,
): Promise<FullMergeRequest> {
  const { id } = await createMergeRequest(author, project, attributes);
  const path = `/projects/${project.id}/merge_requests/${id}`;
  const [version] = await ok(author.get(`${path}/versions`));
  // whoever reads it first decides its status
  await ok(author.get(path));
  const note = await ok(commenter.post(`${path}/notes`, { body: "Well done." }));
  const discussion = await ok(commenter.post(`${path}/discussions`, { body: "Is it?" }));
  const award = await ok(commenter.post(`${path}/award_emoji`, { name: "tada" }));
  const noteAward = await ok(commenter.post(`${path}/notes/${note.id}/award_emoji`, { name: "tada" }));
  return {
    merge_request_id: id,
    version_id: version.id,
    discussion_id: Number(discussion.id),
    merge_request_note_id: note.id,
    merge_request_award_id: award.id,
    merge_request_note_award_id: noteAward.id,
  };
}

/** By which name a walk knows what a parameter of a path names. */
export function walkedName(path: string, param: string): string {
  const ofNote = param === "award_id" && path.includes("/:note_id/") ? "note_award_id" : param;
  if (!path.includes("/merge_requests/:")) return ofNote;
  if (ofNote === "noteable_id" || ofNote === "subscribable_id") return "merge_request_id";
  return ofNote.endsWith("note_id") || ofNote.endsWith("award_id") ? `merge_request_${ofNote}` : ofNote;
}
