// Deliveries to hooks.
import type { DeliveryRow } from "../../../hooks/delivery-row.ts";

/** With its last attempt, without what was sent and answered. */
export const presentDelivery = (row: DeliveryRow) => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  created_at: timeOf(row.created_at),
  attempted_at: timeOf(row.attempted_at),
  next_attempt_at: timeOf(row.due),
  duration_ms: row.duration,
  response_status: row.status,
  error: row.error,
});

const MOST_BYTES = 65_536;

/** The body of the request is shown as far as its first 64 KiB. */
export const presentDeliveryDetails = (row: DeliveryRow, body: Uint8Array) => ({
  ...presentDelivery(row),
  request: {
    url: row.url,
    headers: parsed(row.request_headers),
    body: new TextDecoder().decode(body.subarray(0, MOST_BYTES)),
    body_bytes: body.length,
  },
  response:
    row.status === null ? null : { status: row.status, headers: parsed(row.response_headers), body: row.response_body },
});

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The courier's own JSON. */
const parsed = (json: string | null): Record<string, string> => (json === null ? {} : JSON.parse(json));
