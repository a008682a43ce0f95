// Pages and actions: what router.ts maps paths to.
import type { Child } from "hono/jsx";
import type { VisitedGroup } from "./groups/find-group.ts";
import type { GroupTab } from "./layout/group-header.tsx";
import type { Visit, VisitedProject } from "./visit.ts";

/** Content of a page, which layout/document.tsx frames. */
export interface View {
  /** Of the browser's window. Each page has its own `<h1>`. */
  readonly title: string;
  readonly content: Child;
  /** The project that the page belongs to, whose tabs it shows. */
  readonly project?: VisitedProject;
  /** The current tab of the project. */
  readonly tab?: ProjectTab;
  /** The group that the page belongs to, and the current one of its tabs. */
  readonly group?: { readonly group: VisitedGroup; readonly tab: GroupTab };
  /** The path of the Atom feed of what is shown. Pages of a project name that of the project by themselves. */
  readonly feed?: string;
  /** Names of modules in assets/ that the page needs besides the stylesheet. It must be usable without them. */
  readonly scripts?: readonly ScriptName[];
  readonly status?: number;
}

export type ProjectTab =
  | "home"
  | "activity"
  | "files"
  | "commits"
  | "branches"
  | "issues"
  | "merge_requests"
  | "members"
  | "settings";

export type ScriptName = "highlight";

/** Answers a GET. It only reads. @throws ApiError, which becomes a page of its own */
export type Page = (visit: Visit) => Promise<View | Response>;

/**
 * Answers a POST of a form, usually with a redirect ({@link Visit.redirect}). If the API refuses the change, `form` is
 * shown again with what was entered and the reason.
 */
export interface Action {
  readonly submit: (visit: Visit) => Promise<Response | View>;
  readonly form: Page;
}

/** Pages and actions by method and path: the table of contents of a folder. A path may end in `/*`, see {@link Visit.rest}. */
export type PageTable = Readonly<Record<`GET ${string}`, Page> & Record<`POST ${string}`, Action>>;
