// Lines of the log, each one JSON object: that of a request, and that of an error which became a 500.
import { clientOf, type RequestRecord } from "./request-record.ts";

export const logLine = (record: RequestRecord): string =>
  JSON.stringify({
    time: record.time,
    request_id: record.requestId,
    method: record.method,
    route: record.route,
    caller: record.caller,
    status: record.status,
    ms: record.milliseconds,
    round_trips: record.roundTrips,
    statements: record.statements,
    rows_read: record.rowsRead,
    rows_written: record.rowsWritten,
    bytes: record.bytes,
    client: clientOf(record.route),
  });

interface FailedRequest {
  /** ISO 8601 */
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  readonly route: string | null;
}

/** Has the same `request_id` as the line of the request. */
export const errorLine = ({ time, requestId, method, route }: FailedRequest, error: unknown): string =>
  JSON.stringify({ time, request_id: requestId, method, route, status: 500, errors: describe(error) });

interface Described {
  readonly error: string;
  readonly stack: readonly string[];
}

const MOST_CAUSES = 4;

/** The error and its causes. */
function describe(error: unknown): Described[] {
  const described: Described[] = [];
  for (let at = error; at instanceof Error && described.length < MOST_CAUSES; at = at.cause) {
    described.push({ error: `${at.name}: ${withoutValues(at.message)}`, stack: framesOf(at) });
  }
  return described.length === 0 ? [{ error: `a thrown ${typeof error}`, stack: [] }] : described;
}

/** From the first quotation mark to the last one. An apostrophe within a word opens nothing. */
const QUOTED = /(?<!\w)["'`][\s\S]*["'`]/;
const TOKEN = /trb_\w+/g;

/**
 * Engines, SQLite and D1 quote the values they complain about (`Unexpected token 's', "secret" is not valid JSON`), and
 * those may be a client's. A quotation may itself contain quotation marks, hence the longest match.
 */
const withoutValues = (message: string): string => message.replace(QUOTED, '"..."').replace(TOKEN, "...");

/** The stack begins with the message, whose lines are no frames. */
const framesOf = ({ stack = "", message }: Error): string[] =>
  stack
    .replace(message, () => "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
