// Parameters of the endpoints of hooks, and their conversion for the verbs.
import type { Flag } from "../../../db/schema/columns.ts";
import { boolean, integer, text } from "../../../http/coerce.ts";
import { ApiError } from "../../../http/errors.ts";
import { optional, type ParamValues, required } from "../../../http/params.ts";
import type { HookParams } from "../../../services/hooks/attributes.ts";

export const hookIdParam = { hook_id: required(integer) };

const settings = {
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

export const hookParams = { url: required(text), ...settings, token: optional(text) };

/** Empty settings count as not given. */
export function hookParamsOf(params: ParamValues<typeof hookParams>): HookParams {
  const given = Object.keys(settings).flatMap((name): [string, Flag][] => {
    const value = params[settingNamed(name)];
    return value == null ? [] : [[name, value ? 1 : 0]];
  });
  return { url: params.url ?? "", token: params.token, settings: Object.fromEntries(given) };
}

/** @param name a key of `settings` */
function settingNamed(name: string): keyof typeof settings {
  return name as keyof typeof settings;
}

export const invalidUrl = () => new ApiError(422, { error: "Invalid url given" });
