// The address of every page in a world that a test has made.

/** What the parameters of paths name. */
export interface Names {
  /** `group/project` */
  readonly project: string;
  readonly group: string;
  readonly username: string;
  readonly branch: string;
  /** Of a file, in the branch. */
  readonly file: string;
  /** Of a folder, in the branch. */
  readonly folder: string;
  /** Encoded, `one...other`. */
  readonly range: string;
  readonly sha: string;
  readonly issue: number;
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
}

export type Address = (names: Names) => string;

const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");
const inProject =
  (path: string | ((names: Names) => string)): Address =>
  (names) =>
    `/${encoded(names.project)}${typeof path === "string" ? path : path(names)}`;
const inGroup =
  (path: string | ((names: Names) => string)): Address =>
  (names) =>
    `/groups/${encodeURIComponent(names.group)}${typeof path === "string" ? path : path(names)}`;

const PROJECT = "GET /:namespace/:project";
const GROUP = "GET /groups/:group";
const HOOK = "/hooks/:hook{[0-9]+}";
const DELIVERY = `${HOOK}/deliveries/:delivery{[0-9]+}`;

/** By route. Each has to be here: {@link missingRoutes} finds what is not. */
export const documents: Readonly<Record<string, Address>> = {
  "GET /-/sign_in": () => "/-/sign_in",
  "GET /": () => "/",
  "GET /-/explore": () => "/-/explore",
  [`${PROJECT}/hooks`]: inProject("/hooks"),
  [PROJECT + HOOK]: inProject(({ hook }) => `/hooks/${hook}`),
  [PROJECT + DELIVERY]: inProject(({ hook, delivery }) => `/hooks/${hook}/deliveries/${delivery}`),
  [`${GROUP}/hooks`]: inGroup("/hooks"),
  [GROUP + HOOK]: inGroup(({ groupHook }) => `/hooks/${groupHook}`),
  [GROUP + DELIVERY]: inGroup(({ groupHook, groupDelivery }) => `/hooks/${groupHook}/deliveries/${groupDelivery}`),
};

/** Files, feeds and redirects. */
export const otherAnswers: Readonly<Record<string, Address>> = {};

/** Further states of pages. */
export const variants: Readonly<Record<string, Address>> = {};

export const missingRoutes = (routes: readonly string[]): string[] =>
  routes.filter((route) => route.startsWith("GET ") && !(route in documents) && !(route in otherAnswers));
