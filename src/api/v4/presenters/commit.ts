// Commits.
import type { CommitCommentRow } from "../../../db/queries/commits/comments.ts";
import type { PipelineRow } from "../../../db/queries/commits/pipelines.ts";
import type { BlamedLines } from "../../../git/operations/blame-file.ts";
import type { CommitWithStats } from "../../../git/operations/find-commit.ts";
import type { ContainingRef } from "../../../git/operations/refs-with-commit.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { commitFields } from "../../presenters/commit.ts";
import { personIn } from "../../presenters/people.ts";
import { presentPipeline } from "./pipeline.ts";
import { presentUserBasic } from "./user.ts";

/** The project in which records of a repository are shown. */
export interface Place {
  readonly id: number;
  readonly path: string;
  readonly namespace_path: string;
}

/** The address of the project's pages. */
export const pagesOf = ({ path, namespace_path }: Place, { baseUrl }: PresenterContext): string =>
  `${baseUrl}/${namespace_path}/${path}/-`;

export const presentCommit = (commit: CommitRecord, context: PresenterContext, place: Place) => ({
  ...commitFields(commit),
  trailers: noTrailers(),
  extended_trailers: noTrailers(),
  web_url: `${pagesOf(place, context)}/commit/${commit.id}`,
});

const noTrailers = (): Record<string, never> => ({});

export interface CommitDetail extends CommitWithStats {
  readonly pipeline: PipelineRow | null;
}

export const presentCommitWithoutStats = (
  { commit, pipeline }: CommitDetail,
  context: PresenterContext,
  place: Place,
) => ({
  ...presentCommit(commit, context, place),
  status: pipeline?.status ?? null,
  project_id: place.id,
  last_pipeline: pipeline === null ? null : presentPipeline(pipeline, context),
});

export const presentCommitDetail = (detail: CommitDetail, context: PresenterContext, place: Place) => ({
  ...presentCommitWithoutStats(detail, context, place),
  stats: presentStats(detail),
});

const presentStats = ({ stats }: Pick<CommitWithStats, "stats">) => ({
  ...stats,
  total: stats.additions + stats.deletions,
});

export const presentCountedCommit = (counted: CommitWithStats, context: PresenterContext, place: Place) => ({
  ...presentCommit(counted.commit, context, place),
  stats: presentStats(counted),
});

export const presentCommitComment = (comment: CommitCommentRow, context: PresenterContext) => ({
  note: comment.note,
  path: comment.path,
  line: comment.line,
  line_type: comment.line_type,
  author: presentUserBasic(personIn(comment, "author"), context),
  created_at: comment.created_at,
});

export const presentCommitRef = ({ type, name }: ContainingRef) => ({ type, name });

export const presentDryRun = () => ({ dry_run: "success" as const });

export const presentBlame = ({ commit, lines }: BlamedLines, context: PresenterContext, place: Place) => ({
  commit: presentCommit(commit, context, place),
  lines,
});
