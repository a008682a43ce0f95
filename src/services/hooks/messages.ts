// Which events hooks are told of, and what they are told.

import type { Database } from "../../db/database.ts";
import {
  findHookCommitComment,
  findHookIssue,
  findHookMergeRequest,
  findHookNote,
  findHookProject,
  type HookIssueRow,
  type HookMergeRequestRow,
  type NewsRow,
} from "../../db/queries/hook-news.ts";
import type { HookRow } from "../../db/queries/hooks.ts";
import type { Repositories } from "../../git/open.ts";
import type { CommitRecord } from "../../git/repository/commit-record.ts";
import { BRANCHES, TAGS } from "../../git/repository/ref-store.ts";
import type { PayloadProject } from "./payloads/frame.ts";
import { type IssueAction, issuePayload } from "./payloads/issue.ts";
import { type MergeRequestAction, mergeRequestPayload, type PayloadMergeRequest } from "./payloads/merge-request.ts";
import { commitNotePayload, issueNotePayload, mergeRequestNotePayload } from "./payloads/note.ts";
import { pushPayload } from "./payloads/push.ts";

/** What a hook can be set to be told of. */
export type HookSetting =
  | "push_events"
  | "tag_push_events"
  | "issues_events"
  | "confidential_issues_events"
  | "merge_requests_events"
  | "note_events";

export interface HookMessage {
  /** `X-Gitlab-Event` */
  readonly event: "Push Hook" | "Tag Push Hook" | "Issue Hook" | "Merge Request Hook" | "Note Hook";
  /** It is for the hooks that are set to all of these. */
  readonly settings: readonly HookSetting[];
  readonly payload: object;
}

export interface MessageSources {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly project: PayloadProject;
}

type Compose = (sources: MessageSources, news: NewsRow) => Promise<HookMessage | null>;

interface Topic {
  /** Without a hook that is set to one of these there is nothing to compose. */
  readonly settings: readonly HookSetting[];
  readonly compose: Compose;
}

const issueTopic = (action: IssueAction): Topic => ({
  settings: ["issues_events", "confidential_issues_events"],
  async compose({ db, project }, news) {
    const [[issue]] = await db.batch(findHookIssue(news.target_id));
    if (issue === undefined) return null;
    const setting = issue.confidential === 1 ? "confidential_issues_events" : "issues_events";
    return { event: "Issue Hook", settings: [setting], payload: issuePayload(project, news, issue, action) };
  },
});

const mergeRequestTopic = (action: MergeRequestAction): Topic => ({
  settings: ["merge_requests_events"],
  async compose(sources, news) {
    const [[row]] = await sources.db.batch(findHookMergeRequest(news.target_id));
    if (row === undefined) return null;
    const mergeRequest = await withSource(sources, row);
    const payload = mergeRequestPayload(sources.project, news, mergeRequest, action);
    return { event: "Merge Request Hook", settings: ["merge_requests_events"], payload };
  },
});

/** By the kind of event; what is not here concerns no hook. */
const topics: ReadonlyMap<string, Topic> = new Map([
  ["pushed", { settings: ["push_events", "tag_push_events"], compose: composePush }],
  ["issue_opened", issueTopic("open")],
  ["issue_updated", issueTopic("update")],
  ["issue_closed", issueTopic("close")],
  ["issue_reopened", issueTopic("reopen")],
  ["issue_moved", issueTopic("close")],
  ["merge_request_opened", mergeRequestTopic("open")],
  ["merge_request_updated", mergeRequestTopic("update")],
  ["merge_request_closed", mergeRequestTopic("close")],
  ["merge_request_reopened", mergeRequestTopic("reopen")],
  ["merge_request_merged", mergeRequestTopic("merge")],
  ["note_created", { settings: ["note_events"], compose: composeNote }],
  ["commit_comment_created", { settings: ["note_events"], compose: composeCommitNote }],
]);

/** Null when no hook is to be told of it, or what it speaks of is gone. */
export async function composeMessage(
  sources: MessageSources,
  news: NewsRow,
  hooks: readonly HookRow[],
): Promise<HookMessage | null> {
  const topic = topics.get(news.kind);
  if (topic === undefined || news.superseded === 1) return null;
  const isWanted = hooks.some((hook) => topic.settings.some((setting) => hook[setting] === 1));
  return isWanted ? topic.compose(sources, news) : null;
}

/** Whether a hook is to have the message of an event. */
export const isFor = (hook: HookRow, news: NewsRow, { settings }: HookMessage): boolean =>
  news.id > hook.after_event_id && settings.every((setting) => hook[setting] === 1);

async function composePush({ repositories, project }: MessageSources, news: NewsRow): Promise<HookMessage | null> {
  const { push_ref: ref, push_before: before, push_after: after } = news;
  if (ref === null) return null;
  const isTag = ref.startsWith(TAGS);
  if (!isTag && !ref.startsWith(BRANCHES)) return null;
  const push = { ref, before, after };
  const pushed = await repositories.open(project.row.id).run("pushedCommits", push);
  return {
    event: isTag ? "Tag Push Hook" : "Push Hook",
    settings: [isTag ? "tag_push_events" : "push_events"],
    payload: pushPayload(isTag ? "tag_push" : "push", project, news, push, pushed),
  };
}

/** The server's own notes are told by the change they are about. */
async function composeNote(sources: MessageSources, news: NewsRow): Promise<HookMessage | null> {
  const { db, project } = sources;
  const [[note]] = await db.batch(findHookNote(news.target_id));
  if (note === undefined || note.system === 1) return null;
  switch (note.target_type) {
    case "Issue": {
      const [[issue]] = await db.batch(findHookIssue(note.target_id));
      if (issue === undefined) return null;
      const payload = issueNotePayload(project, news, note, issue);
      return { event: "Note Hook", settings: noteSettings(issue), payload };
    }
    case "MergeRequest": {
      const [[row]] = await db.batch(findHookMergeRequest(note.target_id));
      if (row === undefined) return null;
      const payload = mergeRequestNotePayload(project, news, note, await withSource(sources, row));
      return { event: "Note Hook", settings: ["note_events"], payload };
    }
  }
}

const noteSettings = ({ confidential }: HookIssueRow): HookSetting[] =>
  confidential === 1 ? ["note_events", "confidential_issues_events"] : ["note_events"];

async function composeCommitNote(sources: MessageSources, news: NewsRow): Promise<HookMessage | null> {
  const { db, project } = sources;
  const [[comment]] = await db.batch(findHookCommitComment(news.target_id));
  if (comment === undefined) return null;
  const commit = await findCommit(sources, comment.sha);
  if (commit === null) return null;
  return {
    event: "Note Hook",
    settings: ["note_events"],
    payload: commitNotePayload(project, news, comment, commit),
  };
}

async function withSource(sources: MessageSources, row: HookMergeRequestRow): Promise<PayloadMergeRequest> {
  const { db, project } = sources;
  const lastCommit = row.head_sha === null ? null : await findCommit(sources, row.head_sha);
  if (row.source_project_id === row.project_id) return { row, source: project, lastCommit };
  const [[fork]] = await db.batch(findHookProject(row.source_project_id));
  return { row, source: fork === undefined ? null : { ...project, row: fork }, lastCommit };
}

async function findCommit({ repositories, project }: MessageSources, sha: string): Promise<CommitRecord | null> {
  const wishes = { revision: sha, path: "", since: null, until: null, offset: 0, limit: 1 };
  const { commits } = await repositories.open(project.row.id).run("listCommits", wishes);
  return commits[0] ?? null;
}
