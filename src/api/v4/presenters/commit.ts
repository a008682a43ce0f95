// Commits.
import type { PipelineRow } from "../../../db/queries/commits/pipelines.ts";
import type { CommitWithStats } from "../../../git/operations/find-commit.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentPipeline } from "./pipeline.ts";

/** The project in which records of a repository are shown. */
export interface Place {
  readonly id: number;
  readonly path: string;
  readonly namespace_path: string;
}

/** The address of the project's pages. */
export const pagesOf = ({ path, namespace_path }: Place, { baseUrl }: PresenterContext): string =>
  `${baseUrl}/${namespace_path}/${path}/-`;

/** Characters. A longer title is truncated to {@link TRUNCATED_TITLE} and an ellipsis, as in GitLab. */
const LONGEST_TITLE = 100;
const TRUNCATED_TITLE = 80;

export const presentCommit = (commit: CommitRecord, context: PresenterContext, place: Place) => ({
  id: commit.id,
  short_id: commit.id.slice(0, 8),
  created_at: presentTime(commit.committer),
  parent_ids: commit.parentIds,
  title: titleOf(commit.message),
  message: commit.message,
  author_name: commit.author.name,
  author_email: commit.author.email,
  authored_date: presentTime(commit.author),
  committer_name: commit.committer.name,
  committer_email: commit.committer.email,
  committed_date: presentTime(commit.committer),
  trailers: noTrailers(),
  extended_trailers: noTrailers(),
  web_url: `${pagesOf(place, context)}/commit/${commit.id}`,
});

const noTrailers = (): Record<string, never> => ({});

function titleOf(message: string): string {
  const title = message.split("\n", 1)[0]?.trim() ?? "";
  if (title === "") return "--no commit message";
  // A character is two UTF-16 units at most: only a prefix needs splitting.
  const characters = [...title.slice(0, 2 * (LONGEST_TITLE + 1))];
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, TRUNCATED_TITLE).join("")}…` : title;
}

/** Start of 9999-12-31 in Unix seconds. Histories contain later times, which clients cannot parse. */
const LATEST = 253_402_214_400;

/** In the writer's offset, or in UTC if that is malformed: `2016-07-26T17:44:29.000+03:00`. */
function presentTime({ time, timeZone }: CommitRecord["author"]): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(timeZone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return `${new Date((Math.min(time, LATEST) + offset * 60) * 1000).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}

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
  stats: { ...detail.stats, total: detail.stats.additions + detail.stats.deletions },
});
