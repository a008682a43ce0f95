// Hooks in API v4.
import { boolean, nothing, oneOf, text } from "../../../http/coerce.ts";
import { optional, required, sentAs } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import type { HookShape } from "../../hooks/hook-endpoints.ts";
import { hookSettings, laterSettings, tokenParam } from "../../hooks/hook-params.ts";
import { empty } from "../../response.ts";
import { presentHook, presentHookWithSecret } from "../presenters/hook.ts";

/** They would change what is sent. */
const unsupported = optional(nothing("is not supported"));

const settings = {
  name: optional(text),
  description: optional(text),
  ...hookSettings,
  build_events: sentAs(optional(boolean), "job_events"),
  confidential_note_events: optional(boolean),
  deployment_events: optional(boolean),
  feature_flag_events: optional(boolean),
  ...laterSettings,
  repository_update_events: optional(boolean),
  push_events_branch_filter: optional(text),
  branch_filter_strategy: optional(oneOf("wildcard", "all_branches")),
  ...tokenParam,
  custom_webhook_template: unsupported,
};

export const v4Hooks: HookShape<ReturnType<typeof presentHook>, ReturnType<typeof presentHookWithSecret>> = {
  present: presentHook,
  presentCreated: presentHookWithSecret,
  createParams: { url: required(text), ...settings },
  settingsOfNew: { job_hook: 1 },
  updateParams: { url: optional(text), ...settings },
  removal: empty(204),
  presentRemoved: noContent,
};
