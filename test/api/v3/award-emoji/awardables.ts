// The targets of awards in these tests: an issue and a note on it, with their author and a reader.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";

export const kinds = ["Issue", "Note"] as const;
export type Kind = (typeof kinds)[number];

export interface Awardable {
  readonly id: number;
  /** Path of its awards. */
  readonly path: string;
  readonly author: Actor;
  readonly reader: Actor;
  readonly project: Project;
  readonly issue: Issue;
}

export const issuePath = ({ project_id, id }: Issue): string => `/projects/${project_id}/issues/${id}`;

export const createNote = (author: Actor, issue: Issue): Promise<{ id: number }> =>
  ok(author.post(`${issuePath(issue)}/notes`, { body: "Well said." }));

/** On a public project. */
export async function createAwardable(kind: Kind, issueAttributes: Values = {}): Promise<Awardable> {
  const [author, reader] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(author, { visibility_level: 20 });
  const issue = await createIssue(author, project, issueAttributes);
  return awardableOn(kind, author, reader, project, issue);
}

export async function awardableOn(
  kind: Kind,
  author: Actor,
  reader: Actor,
  project: Project,
  issue: Issue,
): Promise<Awardable> {
  const common = { author, reader, project, issue };
  if (kind === "Issue") return { ...common, id: issue.id, path: `${issuePath(issue)}/award_emoji` };
  const { id } = await createNote(author, issue);
  return { ...common, id, path: `${issuePath(issue)}/notes/${id}/award_emoji` };
}

export const give = (giver: Actor, { path }: Awardable, name: string): Promise<{ id: number }> =>
  ok(giver.post(path, { name }));

/** Responses of every verb for a missing target. */
export const noAwards = { status: 404, text: '{"message":"404 Award Emoji Not Found"}' };
export const noRecord = { status: 404, text: '{"message":"404 Not found"}' };
