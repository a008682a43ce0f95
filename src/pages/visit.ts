// One request of a page, with everything a page or an action needs.
import { findProject } from "../db/queries/projects/projects.ts";
import { type ProjectRow, projectKey } from "../db/queries/projects/row.ts";
import type { ViewerRow } from "../db/queries/viewer/viewer.ts";
import { notFound } from "../http/errors.ts";
import type { GivenParams } from "../http/sources.ts";
import { ApiClient, type CallBase } from "./api-client.ts";
import { csrfTokenOf } from "./session/session-token.ts";

/** A project, with the viewer and their access level on it. */
export type VisitedProject = ProjectRow & ViewerRow;

interface VisitOptions {
  readonly url: URL;
  readonly headers: Headers;
  /** Parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: GivenParams;
  readonly form: GivenParams;
  readonly base: CallBase;
  /** The session's cookie, or the key of the sign-in form. */
  readonly cookie: string;
  readonly rootTokenHash: string | undefined;
}

export class Visit {
  readonly url: URL;
  readonly headers: Headers;
  readonly path: Readonly<Record<string, string>>;
  readonly query: GivenParams;
  /** Fields of the submitted form; empty on a GET. */
  readonly form: GivenParams;
  readonly api: ApiClient;
  readonly base: CallBase;
  readonly rootTokenHash: string | undefined;
  /** For the hidden field of forms. */
  readonly csrfToken: string;
  readonly #newCookies: string[] = [];
  /** Why the submitted form was refused. */
  problem: string | null = null;

  constructor({ url, headers, path, query, form, base, cookie, rootTokenHash }: VisitOptions) {
    this.url = url;
    this.headers = headers;
    this.path = path;
    this.query = query;
    this.form = form;
    this.base = base;
    this.api = new ApiClient(base);
    this.csrfToken = csrfTokenOf(cookie);
    this.rootTokenHash = rootTokenHash;
  }

  get isSecure(): boolean {
    return this.url.protocol === "https:";
  }

  /** True with a session, which may have ended. */
  get isSignedIn(): boolean {
    return !this.base.credentials.anonymous;
  }

  /** A parameter of the path. @throws Error if the route has none of that name */
  param(name: string): string {
    const value = this.path[name];
    if (value === undefined) throw new Error(`The path has no parameter ${name}.`);
    return value;
  }

  /** What the `*` at the end of the route's path matches, percent-encoded and without a leading slash. */
  get rest(): string {
    return this.path.rest ?? "";
  }

  /** {@link rest} as text. @throws ApiError 404 if it is not valid UTF-8 */
  get restText(): string {
    try {
      return decodeURIComponent(this.rest);
    } catch {
      throw notFound("File");
    }
  }

  /** A text of the query; undefined if it is missing or empty. */
  queryText(name: string): string | undefined {
    return textOf(this.query.get(name));
  }

  /** The number of the page of a list, which begins at 1. */
  get pageNumber(): number {
    const given = this.queryText("page") ?? "";
    return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 1;
  }

  /** A text of the submitted form; undefined if it is missing or empty. */
  formText(name: string): string | undefined {
    return textOf(this.form.get(name));
  }

  /** What was entered into a field of a form that was refused, otherwise the field's value. */
  entered(name: string, value: string | null | undefined = ""): string {
    const given = this.form.get(name);
    return typeof given === "string" ? given : (value ?? "");
  }

  /** `group/project` of the path. */
  get projectPath(): string {
    return `${this.param("namespace")}/${this.param("project")}`;
  }

  /** The project of the path. @throws ApiError 404 */
  project(): Promise<VisitedProject> {
    return findProjectAt(this.api, this.projectPath);
  }

  /** Sends the browser to a path of this server by GET. */
  redirect(path: string): Response {
    return new Response(null, { status: 303, headers: { location: path } });
  }

  addCookie(cookie: string): void {
    this.#newCookies.push(cookie);
  }

  get newCookies(): readonly string[] {
    return this.#newCookies;
  }
}

/** @param path `group/project`. @throws ApiError 404 */
export async function findProjectAt({ base }: ApiClient, path: string): Promise<VisitedProject> {
  const [[row]] = await base.db.batch(findProject(base.viewer, projectKey({ id: null, path })));
  if (row === undefined || row.id === null) throw notFound("Project");
  return row;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
