// Fixtures for merge requests, and for repositories with branches to merge.
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

/** Pushes `main`, and one branch per name with one commit on top of it. Returns the tips by branch. */
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

/** Creates a project with the branches `main`, `feature` and `other`; the last two are one commit ahead. */
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

/** Creates a merge request from `feature` to `main`, unless `attributes` override the branches. */
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

/** Ids for all path parameters below a merge request, by the names that {@link walkedName} returns. */
export interface FullMergeRequest {
  readonly merge_request_id: number;
  readonly merge_request_iid: number;
  readonly version_id: number;
  readonly discussion_id: number;
  /** The first note of the discussion, which is the discussion's id in v4. */
  readonly thread_id: number;
  readonly merge_request_note_id: number;
  readonly merge_request_award_id: number;
  /** The note's award. */
  readonly merge_request_note_award_id: number;
}

/** Creates a merge request with a computed merge status, a note, a discussion, and awards on it and on the note. */
export async function createFullMergeRequest(
  author: Actor,
  project: Pick<Project, "id">,
  attributes: Values = {},
  commenter: Actor = author,
): Promise<FullMergeRequest> {
  const { id, iid } = await createMergeRequest(author, project, attributes);
  const path = `/projects/${project.id}/merge_requests/${id}`;
  const [version] = await ok(author.get(`${path}/versions`));
  // The first read computes the merge status.
  await ok(author.get(path));
  const note = await ok(commenter.post(`${path}/notes`, { body: "Well done." }));
  const discussion = await ok(commenter.post(`${path}/discussions`, { body: "Is it?" }));
  const award = await ok(commenter.post(`${path}/award_emoji`, { name: "tada" }));
  const noteAward = await ok(commenter.post(`${path}/notes/${note.id}/award_emoji`, { name: "tada" }));
  return {
    merge_request_id: id,
    merge_request_iid: iid,
    version_id: version.id,
    discussion_id: Number(discussion.id),
    thread_id: discussion.notes[0].id,
    merge_request_note_id: note.id,
    merge_request_award_id: award.id,
    merge_request_note_award_id: noteAward.id,
  };
}

/** Parameters of v4's paths that have the name of another record's attribute. */
const namesInV4: Readonly<Record<string, string>> = {
  name: "protected_branch",
  path: "namespace_path",
  pipeline_id: "pipeline",
};

/** The name under which a test that walks all routes finds the id for a path parameter. */
export function walkedName(path: string, param: string): string {
  const other = path.includes("/blobs/:sha") && !path.includes("{") ? "blob_id" : namesInV4[param];
  if (other !== undefined) return other;
  if (path.includes("/commits/:sha") && /^(discussion|note)_id$/.test(param)) return "commit_thread_id";
  if (path.includes("/discussions") && param === "sha") return "commented_sha";
  if (param === "event_id") return path.includes("label") ? "label_event_id" : "milestone_event_id";
  const ofNote = param === "award_id" && path.includes("/:note_id/") ? "note_award_id" : param;
  // In v4 a discussion has the number of its first note, which is the note that these paths name.
  if (path.includes("/issues/:") && param === "discussion_id") return "note_id";
  if (path.includes("_iid/discussions/:") && /^(discussion|note)_id$/.test(param) && path.includes("/merge_requests/:"))
    return "thread_id";
  if (!path.includes("/merge_requests/:")) return ofNote;
  if (ofNote === "noteable_id" || ofNote === "subscribable_id") return "merge_request_id";
  return ofNote.endsWith("note_id") || ofNote.endsWith("award_id") ? `merge_request_${ofNote}` : ofNote;
}
