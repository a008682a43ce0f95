// Deliveries of webhooks.
import type { DeliveryRow } from "../../../hooks/delivery-row.ts";

/** A delivery with its last attempt, without request and response. */
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

/** Bytes of the request body that are shown. */
const MOST_BYTES = 65_536;

interface DeliveryDetails {
  readonly row: DeliveryRow;
  /** Of the request. */
  readonly body: Uint8Array;
}

export const presentDeliveryDetails = ({ row, body }: DeliveryDetails) => ({
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

/** @param json headers as the courier stored them */
const parsed = (json: string | null): Record<string, string> => (json === null ? {} : JSON.parse(json));
