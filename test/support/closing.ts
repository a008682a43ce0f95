// Projects with given commit messages, created through the API without git.
import { type Actor, createUser, ok, unique } from "./actors.ts";
import type { Values } from "./api.ts";
import { createProject, type Project } from "./factories.ts";

/** Commits a new file with a unique name. */
export const commitTo = (author: Actor, { id }: Pick<Project, "id">, branch: string, message: string) =>
  ok(
    author.post(`/projects/${id}/repository/files`, {
      file_path: unique("file"),
      branch_name: branch,
      commit_message: message,
      content: "1\n",
    }),
  );

export const branchOff = (author: Actor, { id }: Pick<Project, "id">, branch: string) =>
  ok(author.post(`/projects/${id}/repository/branches`, { branch_name: branch, ref: "main" }));

export interface Speaking {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/1` */
  readonly at: string;
  /** `/projects/1/merge_requests` */
  readonly path: string;
}

/** Creates a project with `main`, and `feature`, which is ahead by one commit per message. */
export async function createSpeaking(
  messages: readonly string[] = ["Write feature"],
  attributes: Values = {},
  owner?: Actor,
): Promise<Speaking> {
  const master = owner ?? (await createUser());
  const project = await createProject(master, attributes);
  await commitTo(master, project, "main", "Begin");
  await branchOff(master, project, "feature");
  for (const message of messages) await commitTo(master, project, "feature", message);
  const at = `/projects/${project.id}`;
  return { owner: master, project, at, path: `${at}/merge_requests` };
}

interface Told {
  readonly body: string;
  readonly system: boolean;
}

/** State of an issue, and the texts of its system notes about closing and reopening. */
export async function issueAt(reader: Actor, issue: { readonly id: number; readonly project_id: number }) {
  const path = `/projects/${issue.project_id}/issues/${issue.id}`;
  const { state } = await ok(reader.get(path));
  const notes: Told[] = await ok(reader.get(`${path}/notes`));
  const changes = notes.filter(({ system, body }) => system && /^(?:closed|reopened)/.test(body));
  return { state, told: changes.map(({ body }) => body) };
}
