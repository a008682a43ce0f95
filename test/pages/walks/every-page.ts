// Walks over every page and action. A new route is included automatically, if its parameters have names.
import { pageRoutes } from "../../../src/pages/router.ts";
import { baseUrl } from "../../support/api.ts";
import { Browser } from "../../support/browser.ts";
import { server } from "../../support/server.ts";

/** Values of path parameters, by the pattern's word. `iid` is an issue's, `mr_iid` a merge request's. */
export type PageNames = Readonly<Record<string, string | number>>;

export const pagePatterns = pageRoutes.filter((route) => route.startsWith("GET ")).map((route) => route.slice(4));
export const actionPatterns = pageRoutes.filter((route) => route.startsWith("POST ")).map((route) => route.slice(5));

export function pathOfPage(pattern: string, names: PageNames): string {
  const path = pattern.replace(/:(\w+)(\{(?:[^{}]|\{[^}]*\})*\})?/g, (_, param: string, form = "") => {
    const value = names[nameOf(pattern, param)];
    if (value === undefined) throw new Error(`There is nothing to walk ${pattern} with: give ${param} a name.`);
    return encodeURIComponent(value) + (form.includes("atom") ? ".atom" : "");
  });
  return path.replace("/compare/*", `/compare/${names.range ?? "main...main"}`).replace("/*", "/README.md");
}

function nameOf(pattern: string, param: string): string {
  const isOfMergeRequest = pattern.includes("/merge_requests/:");
  if (param === "iid" && pattern.includes("/milestones/")) return "milestone_iid";
  if (isOfMergeRequest && (param === "iid" || param === "note_id")) return `mr_${param}`;
  return param;
}

/** Somebody's cookies, with the CSRF token of their forms. */
export interface Visitor {
  readonly cookie: string;
  readonly csrf: string;
}

/** @param token null for a visitor who is not signed in */
export async function visitorWith(token: string | null): Promise<Visitor> {
  const browser = token === null ? new Browser() : await Browser.signedIn(token);
  const { html } = await browser.open("/-/sign_in");
  const csrf = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
  return { cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; "), csrf };
}

export const visit = ({ cookie }: Visitor, path: string, init: RequestInit = {}): Promise<Response> =>
  server.fetch(baseUrl + path, {
    redirect: "manual",
    ...init,
    headers: { accept: "text/html", cookie, ...init.headers },
  });

/** Sends a form that this visitor could have opened. */
export const sendForm = (visitor: Visitor, path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  visit(visitor, path, {
    method: "POST",
    headers: { origin: baseUrl },
    body: new URLSearchParams({ authenticity_token: visitor.csrf, ...fields }),
  });

const ownToEachAnswer = new Set(["date", "x-request-id", "server-timing"]);

/** Status, headers and bytes, without the time that has passed since something. */
export async function wholeOf(response: Response): Promise<string> {
  const text = await response.text();
  const headers = [...response.headers].filter(([name]) => !ownToEachAnswer.has(name));
  const lines = [response.status, ...headers.map((header) => header.join(": ")), text];
  return lines.join("\n").replaceAll(/(<time[^>]*>)[^<]*(?=<\/time>)/g, "$1");
}
