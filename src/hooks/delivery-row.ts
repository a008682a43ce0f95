// One delivery, as a courier stores it.
import type { HookRow } from "../db/queries/hooks/hooks.ts";
import { isSetTo } from "./messages.ts";
import type { RequiredSetting } from "./topics/topic.ts";

/** `waiting` for its first attempt, `retrying` after a failed one; the other two are final. */
export type DeliveryState = "waiting" | "retrying" | "delivered" | "failed";

/** A delivery with its last attempt. Times are in milliseconds since 1970. */
export interface DeliveryRow {
  readonly id: number;
  readonly hook_id: number;
  readonly webhook_id: string;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** {@link NO_BODY} where the payload could not be composed. */
  readonly body_id: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The time of the next attempt. */
  readonly due: number | null;
  readonly created_at: number;
  readonly attempted_at: number | null;
  /** Milliseconds */
  readonly duration: number | null;
  readonly url: string | null;
  /** JSON */
  readonly request_headers: string | null;
  readonly status: number | null;
  /** JSON */
  readonly response_headers: string | null;
  readonly response_body: string | null;
  readonly error: string | null;
  /** JSON array of the settings the hook must have. */
  readonly settings: string;
}

export interface DeliveryWithBody {
  readonly row: DeliveryRow;
  /** JSON; null without one, or if it is larger than {@link MOST_BYTES_LISTED}. */
  readonly body: string | null;
}

export const MOST_BYTES_LISTED = 65_536;

export const NO_BODY = 0;
export const NOT_COMPOSED = "This could not be composed";
export const NOT_SET = "The hook is not set to hear of this any more";

/** False when the hook's settings have changed since the delivery was queued. */
export const isSetFor = (hook: HookRow, delivery: DeliveryRow): boolean => isSetTo(hook, settingsOf(delivery));

/** The courier wrote this JSON itself. */
export const settingsOf = ({ settings }: DeliveryRow): RequiredSetting[] => JSON.parse(settings);

export const isComposed = ({ body_id }: DeliveryRow): boolean => body_id !== NO_BODY;
