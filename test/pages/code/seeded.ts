// Projects with files, for tests of the pages that show them.
import { type Actor, createUser } from "../../support/actors.ts";
import type { Caller, Values } from "../../support/api.ts";
import { Browser } from "../../support/browser.ts";
import { createProject, type Project } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import type { Contents } from "../../support/history.ts";

export const PUBLIC = 20;

export interface Seeded {
  readonly owner: Actor;
  readonly project: Project;
  /** The id of the commit on main. */
  readonly commit: string;
  /** The path of the project's page. */
  readonly home: string;
}

/** A public project with one commit on main. */
export async function createSeeded(files: Contents, attributes: Values = {}): Promise<Seeded> {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC, ...attributes });
  const commit = await seedRepository(owner, project, files);
  return { owner, project, commit, home: `/${project.path_with_namespace}` };
}

export const signIn = (caller: Caller): Promise<Browser> => Browser.signedIn(caller.token ?? "");

/** The addresses of the links in a page. */
export const linksIn = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);

export const roundTrips = (headers: Headers): string | undefined =>
  /round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1];
