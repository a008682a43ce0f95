// What an entry of an activity list says, for the pages and the Atom feeds. Pure.
import type { ActivityRow } from "../../db/queries/events/activity.ts";
import { excerptOf } from "../components/basics.tsx";
import { projectUrl } from "../paths.ts";

interface Link {
  readonly text: string;
  /** A path of this server; null for what is gone. */
  readonly href: string | null;
}

export interface Description {
  /** `opened issue` */
  readonly action: string;
  /** `#5 Title`; null where the project is the target. */
  readonly target: Link | null;
  /** Null for an event of a group. */
  readonly project: Link | null;
  /** The commits of a push. */
  readonly compare: Link | null;
  /** The beginning of a comment. */
  readonly excerpt: string | null;
}

/** An action with its target, the path of which is below the project's. */
interface Said {
  readonly action: string;
  readonly target?: { readonly text: string; readonly path: string | null };
  readonly compare?: { readonly text: string; readonly path: string };
}

export function describeActivity(event: ActivityRow): Description {
  const home = projectUrl({ namespace_path: event.namespace_path, path: event.project_path });
  const { action, target, compare } = say(event);
  return {
    action,
    target: target === undefined ? null : { text: target.text, href: target.path === null ? null : home + target.path },
    project: event.project_id === null ? null : { text: `${event.namespace_path}/${event.project_path}`, href: home },
    compare: compare === undefined ? null : { text: compare.text, href: home + compare.path },
    excerpt: event.note_id === null ? null : excerptOf(event.note_body),
  };
}

/** `Ada opened issue #5 Title at group/project` */
export function sentenceOf(event: ActivityRow): string {
  const { action, target, project } = describeActivity(event);
  const words = [event.author_name, action, target?.text];
  if (project !== null) words.push(target === null ? project.text : `at ${project.text}`);
  return words.filter((word) => word !== undefined).join(" ");
}

/** The path of the page that an entry leads to: its target, else its project, else its author. */
export function hrefOf(event: ActivityRow): string {
  const { target, project, compare } = describeActivity(event);
  return compare?.href ?? target?.href ?? project?.href ?? `/${encodeURIComponent(event.author_username)}`;
}

function say(event: ActivityRow): Said {
  switch (event.kind) {
    case "project_created":
      return { action: "created project" };
    case "project_forked":
      return { action: "created fork" };
    case "project_member_added":
      return { action: "joined project" };
    case "project_member_removed":
      return { action: "left project" };
    case "group_member_added":
      return { action: "joined the group" };
    case "group_member_removed":
      return { action: "left the group" };
    case "milestone_created":
      return { action: "opened milestone", target: milestoneOf(event) };
    case "issue_opened":
    case "issue_closed":
    case "issue_reopened":
      return {
        action: `${event.kind.slice("issue_".length)} issue`,
        target: issueOf(event.target_iid, event.target_title),
      };
    case "issue_moved":
      return { action: "moved issue", target: issueOf(event.target_iid, event.target_title) };
    case "merge_request_opened":
    case "merge_request_closed":
    case "merge_request_reopened":
    case "merge_request_merged":
      return {
        action: `${event.kind.slice("merge_request_".length)} merge request`,
        target: mergeRequestOf(event.target_iid, event.target_title),
      };
    case "note_created":
      return sayNote(event);
    case "commit_comment_created":
      return { action: "commented on commit", target: commitOf(event.comment_sha ?? "") };
    case "pushed":
      return sayPush(event);
  }
}

const issueOf = (iid: number | null, title: string | null, hash = "") => ({
  text: `#${iid} ${title}`,
  path: `/issues/${iid}${hash}`,
});

const mergeRequestOf = (iid: number | null, title: string | null, hash = "") => ({
  text: `!${iid} ${title}`,
  path: `/merge_requests/${iid}${hash}`,
});

const milestoneOf = ({ target_iid: iid, target_title: title }: ActivityRow) => ({
  text: title ?? "",
  path: `/milestones/${iid}`,
});

const commitOf = (sha: string) => ({ text: sha.slice(0, 8), path: `/commit/${sha}` });

function sayNote({
  note_target_type: type,
  note_target_iid: iid,
  note_target_title: title,
  note_id,
}: ActivityRow): Said {
  const hash = `#note_${note_id}`;
  return type === "Issue"
    ? { action: "commented on issue", target: issueOf(iid, title, hash) }
    : { action: "commented on merge request", target: mergeRequestOf(iid, title, hash) };
}

function sayPush({ push_ref: ref, push_before: before, push_after: after }: ActivityRow): Said {
  const kind = ref?.startsWith("refs/tags/") ? "tag" : "branch";
  const name = (ref ?? "").replace(/^refs\/(heads|tags)\//, "");
  if (after === null) return { action: `deleted ${kind}`, target: { text: name, path: null } };
  const target = { text: name, path: `/commits/${encodeURIComponent(name)}` };
  if (before === null) return { action: `pushed new ${kind}`, target };
  const compare = { text: `${before.slice(0, 8)}...${after.slice(0, 8)}`, path: `/compare/${before}...${after}` };
  return { action: `pushed to ${kind}`, target, compare };
}
