// Webhooks and what was sent to them.
import type { HookRow } from "../../../db/queries/hooks/hooks.ts";
import type { DeliveryWithBody } from "../../../hooks/delivery-row.ts";

/** Without the secrets: token, credentials in the URL, signing secret. */
export const presentHook = (hook: HookRow) => ({
  id: hook.id,
  url: hook.url,
  name: hook.name,
  description: hook.description,
  created_at: hook.created_at,
  ...(hook.project_id !== null && { project_id: hook.project_id }),
  ...(hook.group_id !== null && { group_id: hook.group_id }),
  push_events: hook.push_events === 1,
  push_events_branch_filter: hook.push_events_branch_filter,
  branch_filter_strategy: hook.branch_filter_strategy,
  tag_push_events: hook.tag_push_events === 1,
  issues_events: hook.issues_events === 1,
  confidential_issues_events: hook.confidential_issues_events === 1,
  merge_requests_events: hook.merge_requests_events === 1,
  note_events: hook.note_events === 1,
  confidential_note_events: hook.confidential_note_events === 1,
  job_events: hook.build_events === 1,
  pipeline_events: hook.pipeline_events === 1,
  wiki_page_events: hook.wiki_page_events === 1,
  deployment_events: hook.deployment_events === 1,
  feature_flag_events: hook.feature_flag_events === 1,
  releases_events: hook.releases_events === 1,
  milestone_events: hook.milestone_events === 1,
  emoji_events: hook.emoji_events === 1,
  repository_update_events: hook.repository_update_events === 1,
  enable_ssl_verification: hook.enable_ssl_verification === 1,
  alert_status: alertStatusOf(hook),
  disabled_until: hook.disabled_until,
  last_error: hook.last_error,
  last_error_at: hook.last_error_at,
  url_variables: [],
  custom_headers: [],
});

/** Only for responses that create the hook or rotate its secret. */
export const presentHookWithSecret = (hook: HookRow) => ({ ...presentHook(hook), signing_secret: hook.signing_secret });

function alertStatusOf(hook: HookRow): "executable" | "temporarily_disabled" | "disabled" {
  if (hook.enabled === 0) return "disabled";
  return hook.disabled_until === null ? "executable" : "temporarily_disabled";
}

/** A delivery with its last attempt. */
export const presentHookEvent = ({ row, body }: DeliveryWithBody) => ({
  id: row.id,
  url: row.url,
  trigger: `${row.event.replace("Build", "Job").toLowerCase().replaceAll(" ", "_")}s`,
  request_headers: headersIn(row.request_headers),
  request_data: body === null ? null : payloadIn(body),
  response_headers: headersIn(row.response_headers),
  response_body: row.response_body,
  execution_duration: row.duration === null ? null : row.duration / 1000,
  response_status: row.status === null ? "internal error" : String(row.status),
  error: row.error,
  created_at: new Date(row.created_at).toISOString(),
});

export const presentResent = (status: number | null) => ({ response_status: status });

export const presentTested = () => ({ message: "201 Created" as const });

/** @param json headers as the courier stored them */
const headersIn = (json: string | null): Record<string, string> => (json === null ? {} : JSON.parse(json));

/** @param body the courier wrote this JSON itself */
const payloadIn = (body: string): object => JSON.parse(body);
