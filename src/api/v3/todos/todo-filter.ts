// Filter parameters of GET and DELETE /todos.
import type { TodoFilter } from "../../../db/queries/issuables/todos.ts";
import { integer, text } from "../../../http/coerce.ts";
import { optional, type ParamValues } from "../../../http/params.ts";

export const todoFilterParams = {
  action: optional(text),
  author_id: optional(integer),
  project_id: optional(integer),
  state: optional(text),
  type: optional(text),
};

/** GitLab's actions; some of them never occur here. */
const actions = [
  "assigned",
  "review_requested",
  "mentioned",
  "build_failed",
  "marked",
  "approval_required",
  "unmergeable",
  "directly_addressed",
] as const;
const types = ["Issue", "MergeRequest"] as const;

/** Unknown values do not filter; every state but `done` means `pending`. */
export const todoFilter = (params: ParamValues<typeof todoFilterParams>): TodoFilter => ({
  state: params.state === "done" ? "done" : "pending",
  type: types.find((type) => type === params.type) ?? null,
  project_id: params.project_id ?? null,
  author_id: params.author_id ?? null,
  action: actions.find((action) => action === params.action) ?? null,
});
