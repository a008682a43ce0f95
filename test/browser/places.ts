// The address of every page of the tables, in a world that a test has made.
import { pageRoutes } from "../../src/pages/router.ts";

/** What the parameters of paths name. */
export interface Names {
  /** `group/project` */
  readonly project: string;
  readonly group: string;
  readonly username: string;
  /** Of the user. */
  readonly user: number;
  readonly branch: string;
  /** Has a release. */
  readonly tag: string;
  /** Of a file, in the branch. */
  readonly file: string;
  /** Of a folder, in the branch. */
  readonly folder: string;
  /** `one...other` */
  readonly range: string;
  readonly sha: string;
  /** These have the iids of paths. */
  readonly issue: number;
  /** Of the issue. */
  readonly note: number;
  readonly mergeRequest: number;
  readonly conflicting: number;
  readonly merged: number;
  readonly milestone: number;
  readonly label: number;
  readonly hook: number;
  readonly delivery: number;
  readonly groupHook: number;
  readonly groupDelivery: number;
  readonly systemHook: number;
  readonly systemDelivery: number;
  readonly auditEvent: number;
  /** Path of the release's asset. */
  readonly asset: string;
  /** Of the upload. */
  readonly secret: string;
  readonly filename: string;
}

type Value = (names: Names, route: string) => string | number;

/** Values of the parameters of paths, and of their last `*`. A new parameter needs one. */
const values: Readonly<Record<string, Value>> = {
  namespace: ({ project }) => project.split("/")[0] ?? "",
  project: ({ project }, route) => `${project.split("/")[1]}${route.endsWith(".atom}") ? ".atom" : ""}`,
  group: ({ group }, route) => `${group}${route.endsWith(".atom}") ? ".atom" : ""}`,
  username: ({ username }, route) => `${username}${route.endsWith(".atom}") ? ".atom" : ""}`,
  user: ({ user }) => user,
  ref: ({ branch }) => branch,
  tag: ({ tag }) => tag,
  sha: ({ sha }) => sha,
  label_id: ({ label }) => label,
  iid: ({ issue, mergeRequest, milestone }, route) =>
    route.includes("/merge_requests/") ? mergeRequest : route.includes("/milestones/") ? milestone : issue,
  hook: ({ hook, groupHook, systemHook }, route) => byOwner(route, hook, groupHook, systemHook),
  delivery: ({ delivery, groupDelivery, systemDelivery }, route) =>
    byOwner(route, delivery, groupDelivery, systemDelivery),
  secret: ({ secret }) => secret,
  filename: ({ filename }) => filename,
  "*": (names, route) => names[restOf(route)],
};

/** What the last `*` of a route is. */
function restOf(route: string): "range" | "asset" | "folder" | "file" {
  if (route.includes("/compare/")) return "range";
  if (route.includes("/downloads/")) return "asset";
  return /\/(?:tree|new|commits)\//.test(route) ? "folder" : "file";
}

function byOwner(route: string, ofProject: number, ofGroup: number, ofServer: number): number {
  if (route.startsWith("GET /-/")) return ofServer;
  return route.startsWith("GET /groups/") ? ofGroup : ofProject;
}

/** @throws Error for a parameter without a value */
export function addressOf(route: string, names: Names): string {
  return route.replace("GET ", "").replaceAll(/:(\w+)(?:\{(?:[^{}]|\{[^}]*\})*\})?|\*/g, (found, name?: string) => {
    const value = values[name ?? found];
    if (value === undefined) throw new Error(`${route}: name a value for ${name} in test/browser/places.ts.`);
    return name === undefined ? encodePath(String(value(names, route))) : encodeURIComponent(value(names, route));
  });
}

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

export type Address = (names: Names) => string;
type Place = readonly [name: string, address: Address];

/** Feeds, files, archives, and redirects. */
const isOther = (route: string): boolean =>
  /\.atom|\/raw\/|\/archive\.|\/(?:tree|commits)$|\/tags\/:|\/downloads\/|\/uploads\//.test(route);

/** Those that GET serves. */
export const routes: readonly string[] = pageRoutes.filter((route) => route.startsWith("GET "));

/** Further states of pages. */
const variants: Readonly<Record<string, Address>> = {
  "a merge request with conflicts": ({ project, conflicting }) => `/${project}/merge_requests/${conflicting}`,
  "a merged merge request": ({ project, merged }) => `/${project}/merge_requests/${merged}`,
  "changes in two columns": ({ project, mergeRequest }) =>
    `/${project}/merge_requests/${mergeRequest}/diffs?view=parallel`,
  "an issue with an edited note": ({ project, issue, note }) => `/${project}/issues/${issue}?edit_note=${note}`,
  "closed issues": ({ project }) => `/${project}/issues?state=closed`,
};

/** Everything that GET returns. The names of pages are their routes. */
export const everywhere: readonly Place[] = [
  ...routes.map((route): Place => [route, (names) => addressOf(route, names)]),
  ...Object.entries(variants),
];

/** Those of HTML. */
export const pages: readonly Place[] = everywhere.filter(([route]) => !isOther(route));
