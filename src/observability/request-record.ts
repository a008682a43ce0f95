// The record of one request, from which its log line and its data point are made. It holds nothing a client wrote except
// the request id.

export interface RequestRecord {
  /** Time of the request's arrival, ISO 8601 with milliseconds. */
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, `/api/v3/projects/:id`; null if no route matched. */
  readonly route: string | null;
  /** Id of the user the request acted as; null for the anonymous, and where no viewer was resolved. */
  readonly caller: number | null;
  readonly status: number;
  /** Until the response's headers were complete. */
  readonly milliseconds: number;
  readonly roundTrips: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Of the response's body; null if it is no text of the API. */
  readonly bytes: number | null;
  /** Cloudflare's location (`AMS`) and its continent (`EU`); null elsewhere. */
  readonly colo: string | null;
  readonly continent: string | null;
}

export type Client = "api" | "git" | "other";

/** Git's routes begin with a namespace. `other` are health checks, backups, the reference and unknown routes. */
export function clientOf(route: string | null): Client {
  if (route?.startsWith("/api/")) return "api";
  return route?.startsWith("/:") ? "git" : "other";
}
