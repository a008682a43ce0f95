// Webhooks.
import type { HookRow } from "../../../db/queries/hooks/hooks.ts";

/**
 * Without the secrets: token, credentials in the URL, signing secret. `confidential_issues_events` appears only if set,
 * since GitLab 8.16 has no such key.
 */
export const presentHook = (hook: HookRow) => ({
  id: hook.id,
  url: hook.url,
  created_at: hook.created_at,
  push_events: hook.push_events === 1,
  tag_push_events: hook.tag_push_events === 1,
  enable_ssl_verification: hook.enable_ssl_verification === 1,
  ...(hook.project_id !== null && { project_id: hook.project_id }),
  ...(hook.group_id !== null && { group_id: hook.group_id }),
  issues_events: hook.issues_events === 1,
  ...(hook.confidential_issues_events === 1 && { confidential_issues_events: true }),
  merge_requests_events: hook.merge_requests_events === 1,
  note_events: hook.note_events === 1,
  build_events: hook.build_events === 1,
  pipeline_events: hook.pipeline_events === 1,
  wiki_page_events: hook.wiki_page_events === 1,
  enabled: hook.enabled === 1,
  disabled_until: hook.disabled_until,
  last_error: hook.last_error,
  last_error_at: hook.last_error_at,
});

/** Only for responses that create the hook or rotate its secret. */
export const presentHookWithSecret = (hook: HookRow) => ({ ...presentHook(hook), signing_secret: hook.signing_secret });
