// What the tests of merge request pages share: visitors, pages, and buttons that a page does not offer.
import type { Actor } from "../../support/actors.ts";
import { createUser, ok } from "../../support/actors.ts";
import type { Values } from "../../support/api.ts";
import { Browser, type ShownPage } from "../../support/browser.ts";
import { createProject, type Project } from "../../support/factories.ts";
import type { Contents } from "../../support/history.ts";
import { createMergeRequest, createProposing, type Proposing, pushBranches } from "../../support/merge-requests.ts";

export const signIn = (user: Actor): Promise<Browser> => Browser.signedIn(user.token ?? "");

export const openAs = async (user: Actor, path: string): Promise<ShownPage> => (await signIn(user)).open(path);

export const roundTrips = ({ headers }: ShownPage): number =>
  Number(/round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1]);

/** Sends a form that the page has no button for, or whose button has another address. */
export async function send(browser: Browser, action: string, fields: Readonly<Record<string, string>> = {}) {
  const { html } = await browser.open("/-/explore");
  const token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  return browser.post(action, new URLSearchParams({ authenticity_token: token, ...fields }));
}

export const listPath = ({ path_with_namespace }: Project): string => `/${path_with_namespace}/merge_requests`;

export interface Shown extends Proposing {
  /** `/projects/1/merge_requests/2` of the API. */
  readonly api: string;
  /** `/ada/app/merge_requests/1` */
  readonly page: string;
  readonly id: number;
}

/** A project with a merge request from `feature` to `main`. */
export async function createShown(attributes: Values = {}, projectAttributes: Values = {}): Promise<Shown> {
  const proposing = await createProposing(projectAttributes);
  return shown(proposing, attributes);
}

async function shown(proposing: Proposing, attributes: Values): Promise<Shown> {
  const { owner, project, path } = proposing;
  const { id, iid } = await createMergeRequest(owner, project, attributes);
  return { ...proposing, id, api: `${path}/${id}`, page: `${listPath(project)}/${iid}` };
}

/** A merge request whose branch and `main` have written these files differently. */
export async function createConflicting(paths: readonly string[]): Promise<Shown> {
  const owner = await createUser();
  const project = await createProject(owner);
  const written = (text: string): Contents => Object.fromEntries(paths.map((path) => [path, text]));
  const tips = await pushBranches(owner, project, { feature: written("1\n"), other: written("2\n") });
  const at = `/projects/${project.id}`;
  const other = await createMergeRequest(owner, project, { source_branch: "other" });
  await ok(owner.put(`${at}/merge_requests/${other.id}/merge`));
  return shown({ owner, project, at, path: `${at}/merge_requests`, tips }, {});
}
