// GET, POST /projects/:id/repository/commits, GET of one and its diff

import { findLastPipeline } from "../../../db/queries/commits/pipelines.ts";
import { boolean, dateTime, idOrPath, objectsOf, segment, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, sentAs, withDefault } from "../../../http/params.ts";
import { commitRefusal } from "../../commits/commit-refusals.ts";
import { fileActions, modeActionFields } from "../../commits/given-actions.ts";
import { traversalFault } from "../../commits/given-path.ts";
import { withCommitRecords } from "../../commits/of-named-commit.ts";
import { commitParams, runCommit } from "../../commits/run-commit.ts";
import { paginateUncounted } from "../../open-pages.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { respond } from "../../respond.ts";
import { one, openPaged, paged } from "../../response.ts";
import {
  presentCommit,
  presentCommitDetail,
  presentCommitWithoutStats,
  presentCountedCommit,
} from "../presenters/commit.ts";
import { presentDiff, presentWholeDiff } from "../presenters/repository.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { startOf, startParams } from "./start-params.ts";
import { withStartProject } from "./start-project.ts";

const params = { sha: required(segment) };

export const listCommits = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    ref_name: optional(text),
    since: optional(dateTime),
    until: optional(dateTime),
    path: optional(text),
    author: optional(text),
    all: optional(boolean),
    first_parent: optional(boolean),
    with_stats: optional(boolean),
    ...paginationParams,
  },
  response: openPaged(presentCommit, presentCountedCommit),
  async handle(call) {
    const { ref_name, since, until, path, author, all, first_parent, with_stats } = call.params;
    const { project, repository } = await withRepository(call);
    return await paginateUncounted(call, async (offset, limit) => {
      const page = await repository.run("listCommits", {
        revision: revisionText(ref_name),
        path: path ?? "",
        since: seconds(since),
        until: seconds(until),
        author: author ?? "",
        isOfAll: all === true,
        isFirstParent: first_parent === true,
        withStats: with_stats === true,
        offset,
        limit,
      });
      if (page === "too_far") throw badRequest(TOO_FAR);
      if (page === "too_changed") throw badRequest(TOO_CHANGED);
      const rows = page.commits.map((commit, at) => {
        const stats = page.stats?.[at];
        return stats === undefined
          ? presentCommit(commit, call, project)
          : presentCountedCommit({ commit, stats }, call, project);
      });
      return { rows, hasMore: page.hasMore };
    });
  },
});

const TOO_FAR = "The history is too long to be searched that far; narrow it with since and until";

const TOO_CHANGED = "The commits of this page change too much to be counted; request fewer of them with per_page";

const seconds = (time: string | null | undefined): number | null =>
  time === null || time === undefined ? null : Math.floor(Date.parse(time) / 1000);

export const getCommit = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { ...params, stats: withDefault<boolean>(boolean, true) },
  response: one(presentCommitDetail, presentCommitWithoutStats),
  async handle(call) {
    const name = refText(call.params.sha);
    const { project, repository, recordsOf } = await withCommitRecords(call, name, (project, commit) => [
      findLastPipeline(project, commit),
    ]);
    const found = await repository.run("findCommit", name);
    if (found === null) throw notFound("Commit");
    const [[pipeline = null]] = await recordsOf(found.commit.id);
    const present = call.params.stats ? presentCommitDetail : presentCommitWithoutStats;
    return present({ ...found, pipeline }, call, project);
  },
});

export const getCommitDiff = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { ...params, unidiff: withDefault<boolean>(boolean, false), ...paginationParams },
  response: paged(presentDiff),
  async handle(call) {
    const { repository } = await withRepository(call);
    const found = await repository.run("diffCommit", refText(call.params.sha));
    if (found === null) throw notFound("Commit");
    return paginateWhole(call, found.changes, call.params.unidiff ? presentWholeDiff : presentDiff);
  },
});

const { commit_message, author_name, author_email } = commitParams;

export const createCommit = repositoryEndpoint({
  access: { project: "push_code" },
  params: {
    branch_name: sentAs(required(text), "branch"),
    commit_message,
    actions: required(objectsOf(modeActionFields)),
    author_name,
    author_email,
    ...startParams,
    start_project: optional(idOrPath),
    force: optional(boolean),
  },
  response: one(presentCommitDetail),
  async handle(call) {
    const { branch_name, start_project, force } = call.params;
    const { committing, startProjectId } = await withStartProject(call, start_project);
    const start = startOf(call.params) ?? (startProjectId === null ? undefined : (branch_name ?? ""));
    const options = { start, startProjectId, isForced: force === true };
    const outcome = await runCommit(call, committing, fileActions(call.params.actions, traversalFault), options);
    return respond(outcome, {
      created: ({ commit, stats }) => presentCommitDetail({ commit, stats, pipeline: null }, call, committing.project),
      refused: ({ refusal }) => commitRefusal(refusal),
    });
  },
});
