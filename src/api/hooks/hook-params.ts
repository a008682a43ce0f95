// Parameters of hooks that every version of the API has, and their conversion for the verbs.
import type { Flag } from "../../db/schema/columns.ts";
import { boolean, integer, text } from "../../http/coerce.ts";
import { ApiError } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import type { HookParams } from "../../services/hooks/attributes.ts";

export const hookIdParam = { hook_id: required(integer) };

/** By the column that they set; each version has its own name for `build_events`. */
export const hookSettings = {
  push_events: optional(boolean),
  issues_events: optional(boolean),
  confidential_issues_events: optional(boolean),
  merge_requests_events: optional(boolean),
  tag_push_events: optional(boolean),
  note_events: optional(boolean),
  build_events: optional(boolean),
  pipeline_events: optional(boolean),
  wiki_page_events: optional(boolean),
  enable_ssl_verification: optional(boolean),
};

/** v3 has no parameters for these; its pages have. */
export const laterSettings = {
  releases_events: optional(boolean),
  milestone_events: optional(boolean),
  emoji_events: optional(boolean),
};

export const tokenParam = { token: optional(text) };

/** Values of the parameters of a version. */
interface GivenHook {
  readonly url?: unknown;
  readonly token?: unknown;
  readonly [setting: string]: unknown;
}

const texts = new Set(["name", "description", "push_events_branch_filter"]);

/** Empty flags count as not given. @param url if none is given */
export function hookParamsOf({ url: given, token, ...others }: GivenHook, url: string): HookParams {
  const settings = Object.entries(others).flatMap(([name, value]): [string, Flag | string | null][] => {
    if (texts.has(name) && value !== undefined) return [[name, value === null ? null : String(value)]];
    if (name === "branch_filter_strategy" && typeof value === "string") return [[name, value]];
    return typeof value === "boolean" ? [[name, value ? 1 : 0]] : [];
  });
  return {
    url: given === undefined ? url : (textOf(given) ?? ""),
    token: token === undefined ? undefined : textOf(token),
    settings: Object.fromEntries(settings),
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const invalidUrl = () => new ApiError(422, { error: "Invalid url given" });
