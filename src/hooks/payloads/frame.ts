// Parts that payloads of all kinds share.
import type { HookEventRow, HookProjectRow } from "../../db/queries/hooks/events.ts";

/** A project and its server. */
export interface PayloadProject {
  readonly row: HookProjectRow;
  /** `https://host` */
  readonly origin: string;
}

/** In place of a ref that does not exist. */
export const NO_OBJECT = "0".repeat(40);

export const webUrl = ({ row, origin }: PayloadProject): string => `${origin}/${row.namespace_path}/${row.path}`;

function places(project: PayloadProject) {
  const { row, origin } = project;
  const path = `${row.namespace_path}/${row.path}`;
  const http = `${origin}/${path}.git`;
  return { path, home: webUrl(project), ssh: `git@${new URL(origin).hostname}:${path}.git`, http };
}

export function describeProject(project: PayloadProject) {
  const { home, ssh, http } = places(project);
  return { ...describePlainProject(project), homepage: home, url: ssh, ssh_url: ssh, http_url: http };
}

/** Without the deprecated names of its URLs. */
export function describePlainProject(project: PayloadProject) {
  const { id, name, description, namespace_name, visibility_level, default_branch } = project.row;
  const { path, home, ssh, http } = places(project);
  return {
    id,
    name,
    description,
    web_url: home,
    avatar_url: null,
    git_ssh_url: ssh,
    git_http_url: http,
    namespace: namespace_name,
    visibility_level,
    path_with_namespace: path,
    default_branch,
  };
}

/** The older shape that `project` replaced. */
export function describeRepository(project: PayloadProject) {
  const { name, description } = project.row;
  const { home, ssh } = places(project);
  return { name, url: ssh, description, homepage: home };
}

/** The shape in push payloads. */
export function describeFullRepository(project: PayloadProject) {
  const { ssh, http } = places(project);
  return {
    ...describeRepository(project),
    git_http_url: http,
    git_ssh_url: ssh,
    visibility_level: project.row.visibility_level,
  };
}

/** In place of a payload when there is no event to send. @param kind as in `object_kind` */
export const samplePayload = (kind: string, project: PayloadProject | null) => ({
  object_kind: kind,
  ...(project !== null && { project: describeProject(project), repository: describeRepository(project) }),
});

/** Nobody's e-mail address is public; GitLab says so in these words. */
const NO_EMAIL = "[REDACTED]";

export const describePerson = ({ id, name, username }: { id: number; name: string; username: string }) => ({
  id,
  name,
  username,
  avatar_url: null,
  email: NO_EMAIL,
});

export const describeActor = ({ actor_id: id, actor_name: name, actor_username: username }: HookEventRow) =>
  describePerson({ id, name, username });

interface Assigned {
  readonly assignee_id: number | null;
  readonly assignee_name: string | null;
  readonly assignee_username: string | null;
}

/** `assignee` is absent when nobody is assigned. */
export function describeAssignee({ assignee_id: id, assignee_name: name, assignee_username: username }: Assigned) {
  if (id === null || name === null || username === null) return { assignees: [] };
  const assignee = describePerson({ id, name, username });
  return { assignee, assignees: [assignee] };
}

/** The list of one id, or an empty one. */
export const idsOf = (id: number | null): number[] => (id === null ? [] : [id]);

/** GitLab's numbers of states. */
export const stateIds = { opened: 1, reopened: 1, closed: 2, merged: 3 } as const;

interface LabelColumns {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly project_id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly description: string | null;
}

/** @param labels the JSON array of the column */
const labelsIn = (labels: string): LabelColumns[] => JSON.parse(labels);

/** @param labels a JSON array */
export const describeLabels = (labels: string) =>
  labelsIn(labels).map((label) => ({ ...label, template: false, type: "ProjectLabel", group_id: null }));
