// Parameters of notification settings.
import { boolean } from "../../http/coerce.ts";
import { optional } from "../../http/params.ts";

const event = optional(boolean);

export const eventParams = {
  new_note: event,
  new_issue: event,
  reopen_issue: event,
  close_issue: event,
  reassign_issue: event,
  new_merge_request: event,
  reopen_merge_request: event,
  close_merge_request: event,
  reassign_merge_request: event,
  merge_merge_request: event,
  failed_pipeline: event,
  success_pipeline: event,
};
