// Issues to comment on, and helpers that comment.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";

export interface Note {
  readonly id: number;
  readonly body: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const issuePath = ({ project_id, id }: Issue): string => `/projects/${project_id}/issues/${id}`;
export const notesPath = (issue: Issue): string => `${issuePath(issue)}/notes`;
export const notePath = (issue: Issue, { id }: Pick<Note, "id">): string => `${notesPath(issue)}/${id}`;

export const comment = (author: Actor, issue: Issue, body = "Well said.", attributes: Values = {}): Promise<Note> =>
  ok(author.post(notesPath(issue), { body, ...attributes }));

export interface Setting {
  /** Owns the project and wrote the issue. */
  readonly author: Actor;
  readonly reader: Actor;
  readonly project: Project;
  readonly issue: Issue;
}

/** An issue on a public project, and a user who is only a reader. */
export async function setting(issueAttributes: Values = {}): Promise<Setting> {
  const [author, reader] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(author, { visibility_level: 20 });
  return { author, reader, project, issue: await createIssue(author, project, issueAttributes) };
}

/** The bodies of an issue's notes, and X-Total. */
export async function notesOf(caller: Caller, issue: Issue): Promise<{ bodies: string[]; total: string | null }> {
  const { body, headers } = await caller.get(notesPath(issue), { per_page: 100 });
  return { bodies: body.map((note: Answer["body"]) => note.body), total: headers.get("x-total") };
}

/** A user's pending todos. */
export const todosOf = (user: Actor): Promise<Answer["body"][]> => ok(user.get("/todos"));

const message = (text: string) => ({ status: 404, text: JSON.stringify({ message: text }) });
export const noNotes = message("404 Notes Not Found");
export const noNote = message("404 Note Not Found");
export const noRecord = message("404 Not found");
export const noProject = message("404 Project Not Found");
export const forbidden = { status: 403, body: { message: "403 Forbidden" } };
