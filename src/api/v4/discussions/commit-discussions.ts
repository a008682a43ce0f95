// Discussions of a commit: threads of its comments, below /projects/:id/repository/commits/:sha/discussions
import {
  findCommentThread,
  findThreadedComment,
  listCommentThreads,
} from "../../../db/queries/commits/comment-threads.ts";
import type { CommitCommentRow } from "../../../db/queries/commits/comments.ts";
import type { ShownNote } from "../../../db/queries/noteables/notes.ts";
import type { Position } from "../../../db/queries/noteables/positions.ts";
import type { ProjectKey } from "../../../db/queries/projects/row.ts";
import type { Statement } from "../../../db/statement.ts";
import type { LinePlace, PositionedComment } from "../../../git/operations/position-comment.ts";
import { integer, segment, text } from "../../../http/coerce.ts";
import { badParameters, forbidden, notFound, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { deleteCommitComment, updateCommitComment } from "../../../services/commit-comments/change.ts";
import { baseOf, type CommitCommentParams, createCommitComment } from "../../../services/commit-comments/create.ts";
import { withCommitRecords } from "../../commits/of-named-commit.ts";
import { type Call, noContent, type ProjectCall, paginate } from "../../endpoint.ts";
import { createdAt } from "../../notes/note-endpoints.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { verbContext } from "../../verb-context.ts";
import { invalidNote } from "../notes/note-dialect.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { presentNote } from "../presenters/note.ts";
import { discussionParam, noDiscussion } from "./discussion-params.ts";
import { positionOf, positionParam } from "./position-param.ts";

const params = { sha: required(segment) };
const newParams = { body: required(text), created_at: optional(text) };
const ofThread = { ...params, ...discussionParam };
const ofNote = { ...ofThread, note_id: required(integer) };

type CommitCall = ProjectCall & { readonly params: { readonly sha: string } };

const noCommit = () => notFound("Commit");

/** The records that the statements find of the commit of the path. @throws ApiError 404 */
async function withCommit<const S extends readonly Statement[]>(
  call: CommitCall,
  statementsOf: (project: ProjectKey, sha: string) => S,
) {
  const name = refText(call.params.sha);
  const { project, repository, recordsOf } = await withCommitRecords(call, name, statementsOf);
  const sha = await repository.run("resolveCommit", name);
  if (sha === null) throw noCommit();
  return { project, commit: { project_id: project.id, sha }, rows: await recordsOf(sha) };
}

const listDiscussions = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { ...params, ...paginationParams },
  response: paged(presentDiscussion),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const { rows: found } = await withCommit(call, (project, sha) => listCommentThreads(project, sha, perPage, offset));
    const [comments, [size]] = found;
    const groups = Map.groupBy(comments, ({ page_group }) => page_group);
    const rows = Array.from(groups, ([group, notes]) => ({ group, notes }));
    return paginate(call, { rows, total: size?.total ?? 0 }, presentDiscussion);
  },
});

const getDiscussion = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: ofThread,
  response: one(presentDiscussion),
  async handle(call) {
    const group = call.params.discussion_id;
    const { rows } = await withCommit(call, (project, sha) => [findCommentThread(project, sha, group)]);
    const [notes] = rows;
    if (notes.length === 0) throw noDiscussion();
    return presentDiscussion({ group, notes }, call);
  },
});

interface NewComment extends Pick<CommitCommentParams, "thread"> {
  readonly position: Position | null;
}

/** Creates a comment and reads it back as a note. */
async function comment(call: Call<typeof newParams> & CommitCall, { thread, position }: NewComment) {
  const { project, repository, actor } = await withPusher(call);
  if (position !== null && isUnknown(position)) throw badParameters(["position is invalid"]);
  const at = await repository.run("positionComment", refText(call.params.sha), position && lineOf(position));
  if (at === null) throw noCommit();
  if (position !== null && !isOf(at, position)) throw noLine();
  const outcome = await createCommitComment(verbContext(call, actor), project.id, {
    note: call.params.body ?? "",
    at,
    thread,
    createdAt: createdAt(call, actor, project, call.params.created_at),
  });
  return { outcome, commit: { project_id: project.id, sha: at.id } };
}

const noLine = () => invalidNote({ line_code: ["can't be blank", "must be a valid line code"] });

/** Comments on commits are about a line, or about the whole commit. */
const isUnknown = ({ position_type, line_range }: Position) => position_type !== "text" || line_range !== null;

const lineOf = ({ old_path, new_path, old_line, new_line }: Position): LinePlace => ({
  old_path,
  new_path,
  old_line,
  new_line,
});

const isOf = (at: PositionedComment, { base_sha, start_sha, head_sha }: Position): boolean =>
  at.place !== null && head_sha === at.id && base_sha === baseOf(at) && start_sha === baseOf(at);

const createDiscussion = repositoryEndpoint({
  access: { project: "download_code" },
  params: { ...params, ...newParams, ...positionParam },
  response: one(presentDiscussion),
  async handle(call) {
    const { outcome } = await comment(call, { thread: "new", position: positionOf(call.params.position) });
    return respond(outcome, {
      created: ({ comment: row }) => presentDiscussion({ group: row.id, notes: [asNote(row)] }, call),
      invalid: ({ errors }) => invalidNote(errors),
      gone: noDiscussion,
    });
  },
});

const createReply = repositoryEndpoint({
  access: { project: "download_code" },
  params: { ...ofThread, ...newParams },
  response: one(presentNote),
  async handle(call) {
    const { outcome } = await comment(call, { thread: call.params.discussion_id, position: null });
    return respond(outcome, {
      created: ({ comment: row }) => presentNote(asNote(row), call),
      invalid: ({ errors }) => invalidNote(errors),
      gone: noDiscussion,
    });
  },
});

const asNote = ({ sha, note, ...comment }: CommitCommentRow): ShownNote => ({
  ...comment,
  body: note,
  system: 0,
  updated_at: comment.updated_at ?? comment.created_at,
  ...{ target_type: "Commit", target_id: null, noteable_iid: null, commit_sha: sha, discussion_id: null },
  ...{ resolved_at: null, resolved_by_id: null },
  ...{ resolved_by_username: null, resolved_by_name: null, resolved_by_state: null },
});

/** The comment of the path. @throws ApiError 404 */
async function findOne(call: CommitCall & Call<typeof ofNote>) {
  const id = call.params.note_id ?? 0;
  const { project, commit, rows } = await withCommit(call, (of, sha) => [findThreadedComment(of, sha, id)]);
  const [[note]] = rows;
  if (note === undefined || note.page_group !== call.params.discussion_id) throw recordNotFound();
  return { project, commit, note };
}

/** Admits the author, masters and up. */
async function findOwn(call: CommitCall & Call<typeof ofNote>) {
  const found = await findOne(call);
  const { project, note } = found;
  const actor = { ...project, viewer_id: project.viewer_id ?? 0 };
  if (note.author_id !== actor.viewer_id && !canOnProject(actor, "admin_note", project.access_level)) throw forbidden();
  return { ...found, actor };
}

const getNote = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: ofNote,
  response: one(presentNote),
  handle: async (call) => presentNote((await findOne(call)).note, call),
});

const updateNote = repositoryEndpoint({
  access: { project: "download_code" },
  reproduction: { by: getNote },
  params: { ...ofNote, body: required(text) },
  response: one(presentNote),
  async handle(call) {
    const { actor, commit, note } = await findOwn(call);
    const outcome = await updateCommitComment(verbContext(call, actor), commit, note.id, call.params.body ?? "");
    return respond(outcome, {
      updated: ({ comment: row }) => presentNote(row, call),
      invalid: ({ errors }) => invalidNote(errors),
      gone: recordNotFound,
    });
  },
});

const deleteNote = repositoryEndpoint({
  access: { project: "download_code" },
  params: ofNote,
  response: empty(204),
  async handle(call) {
    const { actor, note } = await findOwn(call);
    const outcome = await deleteCommitComment(verbContext(call, actor), note.id);
    return respond(outcome, { deleted: noContent, gone: recordNotFound });
  },
});

const discussions = "/projects/:id/repository/commits/:sha{.+}/discussions";
const note = `${discussions}/:discussion_id/notes/:note_id` as const;

export const commitDiscussionRoutes: RouteTable = {
  [`GET ${discussions}`]: listDiscussions,
  [`POST ${discussions}`]: createDiscussion,
  [`GET ${discussions}/:discussion_id`]: getDiscussion,
  [`POST ${discussions}/:discussion_id/notes`]: createReply,
  [`GET ${note}`]: getNote,
  [`PUT ${note}`]: updateNote,
  [`DELETE ${note}`]: deleteNote,
};
