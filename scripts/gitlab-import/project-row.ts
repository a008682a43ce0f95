// The row of a project, from the JSON of either API version.
import { randomBytes } from "node:crypto";
import type { Row } from "../backup/format.ts";
import type { DownloadedIssuable, DownloadedProject } from "./download.ts";
import { flagOf, idOf, type Json, numberOf, objectOf, requiredText, textOf, textsOf, timeOf } from "./json.ts";
import { GHOST_ID } from "./row-collector.ts";

const LEVELS = { private: 0, internal: 10, public: 20 } as const;

/** @param user remembers a user who is named, and returns their id */
export function projectRow(
  { project, issues, mergeRequests }: DownloadedProject,
  milestones: number,
  user: (json: Json) => number,
): Row {
  const path = requiredText(project, "path");
  return {
    id: idOf(project),
    namespace_id: idOf(objectOf(project, "namespace") ?? {}),
    creator_id: creatorOf(project, user),
    forked_from_id: null,
    name: requiredText(project, "name"),
    path,
    description: textOf(project, "description"),
    default_branch: textOf(project, "default_branch"),
    visibility_level: hidesFeatures(project) ? LEVELS.private : visibilityOf(project),
    archived: flagOf(project, "archived"),
    issues_enabled: enabled(project, "issues_enabled"),
    merge_requests_enabled: enabled(project, "merge_requests_enabled"),
    wiki_enabled: enabled(project, "wiki_enabled"),
    builds_enabled: enabled(project, "builds_enabled", "jobs_enabled"),
    snippets_enabled: enabled(project, "snippets_enabled"),
    request_access_enabled: flagOf(project, "request_access_enabled"),
    only_allow_merge_if_build_succeeds:
      flagOf(project, "only_allow_merge_if_build_succeeds") || flagOf(project, "only_allow_merge_if_pipeline_succeeds"),
    only_allow_merge_if_all_discussions_are_resolved: flagOf(
      project,
      "only_allow_merge_if_all_discussions_are_resolved",
    ),
    runners_token: randomBytes(15).toString("base64url"),
    tag_list: JSON.stringify(textsOf(project, "tag_list")),
    issue_seq: lastIid(issues),
    milestone_seq: milestones,
    merge_request_seq: lastIid(mergeRequests),
    created_at: timeOf(project, "created_at"),
    updated_at: timeOf(project, "last_activity_at"),
    last_activity_at: timeOf(project, "last_activity_at"),
  };
}

/** GitLab shows the owner of a user's own project only, and no creator who was deleted. */
function creatorOf(project: Json, user: (json: Json) => number): number {
  const owner = objectOf(project, "owner");
  if (owner !== null) return user(owner);
  return typeof project.creator_id === "number" ? user({ id: project.creator_id }) : GHOST_ID;
}

/** v4 names the level, v3 numbers it. */
export const visibilityOf = (project: Json): number =>
  levelNamed(textOf(project, "visibility")) ?? numberOf(project, "visibility_level");

const levelNamed = (name: string | null): number | undefined =>
  name !== null && Object.hasOwn(LEVELS, name) ? LEVELS[name as keyof typeof LEVELS] : undefined;

/** GitLab's features that exist here, and that a visible project can reserve for its members. */
const FEATURES = ["issues", "merge_requests", "repository"];

/** True for a project of which only members see something: here, whoever sees a project sees all of its features. */
export const hidesFeatures = (project: Json): boolean =>
  visibilityOf(project) > LEVELS.private &&
  FEATURES.some((feature) => textOf(project, `${feature}_access_level`) === "private");

/** 1 unless one of the names is false. */
const enabled = (project: Json, ...names: readonly string[]): 0 | 1 =>
  names.some((name) => project[name] === false) ? 0 : 1;

/** Not by `Math.max(...)`: a call takes some 100,000 arguments. */
const lastIid = (issuables: readonly DownloadedIssuable[]): number =>
  issuables.reduce((last, { issuable }) => Math.max(last, numberOf(issuable, "iid")), 0);

/**
 * The level at or below GitLab's: it has some in between, such as 15 for planners. Null for one that may see nothing here.
 */
export const accessLevelOf = (level: number): number | null =>
  [50, 40, 30, 20, 10].find((known) => known <= level) ?? null;
