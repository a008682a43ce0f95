// Turns a downloaded project into rows of Tributary's tables, with the ids of its server: the importer assigns new ones.
// Pure. Columns that triggers maintain, and those with a default, are left out.
import { randomBytes } from "node:crypto";
import { readHookAddress } from "../../src/hooks/address.ts";
import type { Row } from "../backup/format.ts";
import type { DownloadedIssuable, DownloadedMergeRequest, DownloadedProject } from "./download.ts";
import {
  flagOf,
  idOf,
  type Json,
  numberOf,
  objectOf,
  objectsOf,
  requiredText,
  textOf,
  textsOf,
  timeOf,
} from "./json.ts";
import { Labels } from "./labels.ts";
import { Milestones } from "./milestones.ts";
import { NoteRows, type Target } from "./note-rows.ts";
import { accessLevelOf, hidesFeatures, projectRow } from "./project-row.ts";
import { RowCollector, type Rows } from "./row-collector.ts";

export interface Conversion {
  readonly rows: Rows;
  /** All users that the rows name by their ids on the server, as the resources describe them. */
  readonly users: ReadonlyMap<number, Json>;
  /** Lines for the operator: what is not as it was on the server. */
  readonly omissions: readonly string[];
}

export interface ConversionOptions {
  /** True for a commit that the repository has. */
  hasCommit(oid: string): boolean;
  /** Ids in the rows by user name, in lower case, of the users that take part. */
  readonly usernames: ReadonlyMap<string, number>;
  /** `https://host` of the server that imports: payloads of hooks link to it. */
  readonly origin: string;
  /** True for a user whom the server does not know any more. */
  isGone(id: number): boolean;
  /** An id that no label or milestone of the import has yet. */
  newId(): number;
}

/** Converts one project. */
export function convertProject(downloaded: DownloadedProject, options: ConversionOptions): Conversion {
  const collector = new RowCollector((id) => options.isGone(id));
  const { project, members, issues, mergeRequests, hooks, tags } = downloaded;
  const projectId = idOf(project);
  const issuables = [...issues, ...mergeRequests].map(({ issuable }) => issuable);
  const labels = new Labels(downloaded.labels, issuables, options.newId);
  const milestones = new Milestones(downloaded.milestones, issuables, options.newId);
  const notes = new NoteRows(collector, projectId, labels, options.usernames, issues, mergeRequests);
  const records = new IssuableRows(collector, projectId, labels, milestones, notes);

  collector.add(
    "projects",
    projectRow(downloaded, milestones.last, (user) => collector.user(user)),
  );
  for (const member of members) addMember(collector, project, member);
  for (const row of labels.rows(projectId)) collector.add("labels", row);
  for (const row of milestones.rows(projectId)) collector.add("milestones", row);
  for (const issue of issues) records.addIssue(issue);
  for (const mergeRequest of mergeRequests) records.addMergeRequest(mergeRequest, (oid) => options.hasCommit(oid));
  const badHooks = hooks.filter((hook) => !addHook(collector, projectId, hook, options.origin));
  for (const tag of tags) addRelease(collector, projectId, tag);
  const path = textOf(project, "path_with_namespace") ?? String(projectId);
  const omissions = [
    ...(notes.unresolved === 0
      ? []
      : [`Left out of ${path}: ${notes.unresolved} system notes that name issues of other projects.`]),
    ...(notes.internal === 0
      ? []
      : [`Left out of ${path}: ${notes.internal} internal notes, which everybody who sees the issue would see here.`]),
    ...badHooks.map((hook) => `Left out of ${path}: hook ${idOf(hook)}, which has no URL that can be called.`),
    ...(hidesFeatures(project)
      ? [`${path} is private here: on the server, only its members see some of its features.`]
      : []),
  ];
  return { rows: collector.rows, users: collector.users, omissions };
}

class IssuableRows {
  readonly #collector: RowCollector;
  readonly #projectId: number;
  readonly #labels: Labels;
  readonly #milestones: Milestones;
  readonly #notes: NoteRows;

  constructor(collector: RowCollector, projectId: number, labels: Labels, milestones: Milestones, notes: NoteRows) {
    this.#collector = collector;
    this.#projectId = projectId;
    this.#labels = labels;
    this.#milestones = milestones;
    this.#notes = notes;
  }

  addIssue(downloaded: DownloadedIssuable): void {
    const { issuable } = downloaded;
    this.#collector.add("issues", {
      ...this.#columns(downloaded),
      state: textOf(issuable, "state") === "closed" ? "closed" : "opened",
      confidential: flagOf(issuable, "confidential"),
      due_date: textOf(issuable, "due_date"),
    });
    this.#addRecords({ target_type: "Issue", target_id: idOf(issuable) }, downloaded);
  }

  addMergeRequest(downloaded: DownloadedMergeRequest, hasCommit: (oid: string) => boolean): void {
    const { issuable, versions } = downloaded;
    const version = versions.find((candidate) => isComplete(candidate, hasCommit));
    const merger = objectOf(issuable, "merge_user") ?? objectOf(issuable, "merged_by");
    this.#collector.add("merge_requests", {
      ...this.#columns(downloaded),
      // Null for a fork that is gone, which no project's id is.
      source_project_id: issuable.source_project_id === null ? 0 : numberOf(issuable, "source_project_id"),
      source_branch: requiredText(issuable, "source_branch"),
      target_branch: requiredText(issuable, "target_branch"),
      state: stateOfMergeRequest(textOf(issuable, "state")),
      head_sha: version === undefined ? null : requiredText(version, "head_commit_sha"),
      merge_status: mergeStatuses.has(textOf(issuable, "merge_status"))
        ? textOf(issuable, "merge_status")
        : "unchecked",
      merge_commit_sha: textOf(issuable, "merge_commit_sha"),
      merge_user_id: this.#collector.userOrNull(merger),
      merged_at: timeOf(issuable, "merged_at"),
      reviewer_id: this.#collector.userOrNull(objectsOf(issuable, "reviewers")[0] ?? null),
      squash: flagOf(issuable, "squash"),
      squash_commit_sha: textOf(issuable, "squash_commit_sha"),
    });
    if (version !== undefined) this.#collector.add("merge_request_versions", versionRow(idOf(issuable), version));
    this.#addRecords({ target_type: "MergeRequest", target_id: idOf(issuable) }, downloaded);
  }

  #columns({ issuable, time }: DownloadedIssuable): Row {
    return {
      id: idOf(issuable),
      project_id: this.#projectId,
      iid: numberOf(issuable, "iid"),
      author_id: this.#collector.user(objectOf(issuable, "author") ?? {}),
      assignee_id: this.#collector.userOrNull(objectOf(issuable, "assignee")),
      milestone_id: this.#milestones.idOf(issuable),
      title: requiredText(issuable, "title"),
      description: textOf(issuable, "description"),
      closed_at: timeOf(issuable, "closed_at"),
      closed_by_id: this.#collector.userOrNull(objectOf(issuable, "closed_by")),
      discussion_locked: flagOf(issuable, "discussion_locked"),
      time_estimate: secondsOf(time, "time_estimate"),
      created_at: timeOf(issuable, "created_at"),
      updated_at: timeOf(issuable, "updated_at"),
    };
  }

  #addRecords(target: Target, downloaded: DownloadedIssuable): void {
    const { issuable, time } = downloaded;
    for (const title of textsOf(issuable, "labels")) {
      this.#collector.add("label_links", { ...target, label_id: this.#labels.idOf(title) });
    }
    this.#notes.add(target, downloaded);
    this.#addTime(target, issuable, secondsOf(time, "total_time_spent"));
  }

  /** The API shows the sum of the time spent: it becomes one entry of the author. */
  #addTime(target: Target, issuable: Json, seconds: number): void {
    if (seconds === 0) return;
    this.#collector.add("timelogs", {
      id: 2 * idOf(issuable) + (target.target_type === "Issue" ? 0 : 1),
      project_id: this.#projectId,
      ...target,
      user_id: this.#collector.user(objectOf(issuable, "author") ?? {}),
      time_spent: seconds,
      created_at: timeOf(issuable, "updated_at"),
    });
  }
}

/** The others are those of a check that is under way. */
const mergeStatuses: ReadonlySet<string | null> = new Set(["can_be_merged", "cannot_be_merged"]);

/** True if the repository has the commits that the version compares. */
const isComplete = (version: Json, hasCommit: (oid: string) => boolean): boolean =>
  ["head_commit_sha", "base_commit_sha", "start_commit_sha"].every((name) => {
    const oid = textOf(version, name);
    return oid !== null && hasCommit(oid);
  });

const versionRow = (mergeRequestId: number, version: Json): Row => ({
  id: idOf(version),
  merge_request_id: mergeRequestId,
  head_commit_sha: textOf(version, "head_commit_sha"),
  base_commit_sha: textOf(version, "base_commit_sha"),
  start_commit_sha: textOf(version, "start_commit_sha"),
  state: "collected",
  real_size: textOf(version, "real_size"),
  created_at: timeOf(version, "created_at"),
});

/** Seconds; 0 for a missing value. */
const secondsOf = (time: Json, name: string): number => (typeof time[name] === "number" ? numberOf(time, name) : 0);

const stateOfMergeRequest = (state: string | null): string => (state === "locked" || state === null ? "opened" : state);

function addMember(collector: RowCollector, project: Json, member: Json): void {
  const level = accessLevelOf(numberOf(member, "access_level"));
  if (level === null) return;
  collector.add("project_members", {
    project_id: idOf(project),
    user_id: collector.user(member),
    access_level: level,
    expires_at: textOf(member, "expires_at"),
    created_at: timeOf(member, "created_at") ?? timeOf(project, "created_at"),
  });
}

/** False for a hook without a sound URL. GitLab never shows a hook's token. The signing secret is new. */
function addHook(collector: RowCollector, projectId: number, hook: Json, origin: string): boolean {
  // Each delivery decides on the host.
  const address = readHookAddress(textOf(hook, "url") ?? "", { allowLocal: true, origin });
  if (address === null) return false;
  const kinds = ["push", "tag_push", "issues", "merge_requests", "note", "pipeline", "wiki_page"];
  collector.add("hooks", {
    id: idOf(hook),
    project_id: projectId,
    ...address,
    signing_secret: `whsec_${randomBytes(32).toString("base64")}`,
    origin,
    ...Object.fromEntries(kinds.map((kind) => [`${kind}_events`, flagOf(hook, `${kind}_events`)])),
    confidential_issues_events: flagOf(hook, "confidential_issues_events"),
    build_events: flagOf(hook, "build_events") || flagOf(hook, "job_events"),
    enable_ssl_verification: hook.enable_ssl_verification === false ? 0 : 1,
    created_at: timeOf(hook, "created_at"),
    updated_at: timeOf(hook, "created_at"),
  });
  return true;
}

function addRelease(collector: RowCollector, projectId: number, tag: Json): void {
  const description = textOf(objectOf(tag, "release") ?? {}, "description");
  if (description === null) return;
  const at = timeOf(objectOf(tag, "commit") ?? {}, "committed_date");
  collector.add("releases", {
    project_id: projectId,
    tag: requiredText(tag, "name"),
    description,
    created_at: at,
    updated_at: at,
  });
}
