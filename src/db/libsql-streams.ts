// Keeps streams of a libSQL server open from one batch to the next. The server opens a SQLite connection for each stream
// and reads the whole schema for it, which takes sqld six times as long as a usual statement.

/** The body of a pipeline request of Hrana over HTTP, version 2: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md */
interface Pipeline {
  readonly baton?: string | null;
  readonly requests: readonly { readonly type: string; readonly sql_id?: number }[];
}

interface PipelineAnswer {
  /** Names the stream in the next request; null if it is closed. Each is valid once. */
  readonly baton: string | null;
  /** Where the stream is, if not at the address of the request. */
  readonly base_url: string | null;
  readonly results: readonly {
    readonly type: string;
    readonly response?: { readonly type: string; readonly result?: { readonly step_errors?: readonly unknown[] } };
  }[];
}

interface Stream {
  readonly baton: string;
  /** Null for the address of the request. */
  readonly baseUrl: string | null;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

/** The server counts each stream among its connections. */
const MOST_KEPT = 4;
/** Milliseconds; sqld closes a stream that has been idle for 10 seconds. */
const LONGEST_IDLE = 5_000;

/** The latest used last. Only their names are kept, because workerd ties connections to the request that opened them. */
const streams: Stream[] = [];

/**
 * A `fetch` for the libSQL client of an isolate with one database. It expects what the client sends for a batch: one
 * pipeline that stores SQL texts, runs the batch and closes the stream.
 */
export async function fetchOnKeptStream(request: Request): Promise<Response> {
  const given: Pipeline = await request.json();
  const send = (pipeline: Pipeline, baseUrl: string | null = null) =>
    fetch(baseUrl === null ? request.url : new URL(new URL(request.url).pathname, baseUrl), {
      method: "POST",
      headers: request.headers,
      body: JSON.stringify(pipeline),
    });
  const { baton, requests } = given;
  if (baton != null || requests.at(-1)?.type !== "close") return send(given);
  const pipeline = { requests: [...requests.slice(0, -1), ...requests.flatMap(forget)] };
  const stream = takeStream();
  let response = await send({ ...pipeline, baton: stream?.baton ?? null }, stream?.baseUrl);
  // The server knows the stream no longer, after a restart for example, so that it has run nothing.
  if (stream !== undefined && response.status === 400) response = await send(pipeline);
  if (!response.ok) return response;
  const answer: PipelineAnswer = await response.json();
  await keep(answer, stream?.baseUrl ?? null, send);
  return answered(answer, requests.length);
}

/** Texts are numbered anew in each batch. */
const forget = ({ type, sql_id }: Pipeline["requests"][number]) =>
  type === "store_sql" && sql_id !== undefined ? [{ type: "close_sql", sql_id }] : [];

function takeStream(): Stream | undefined {
  const latest = streams.pop();
  if (latest === undefined || Date.now() - latest.usedAt < LONGEST_IDLE) return latest;
  streams.length = 0;
  return undefined;
}

async function keep(
  { baton, base_url, results }: PipelineAnswer,
  at: string | null,
  send: (pipeline: Pipeline, baseUrl: string | null) => Promise<Response>,
): Promise<void> {
  if (baton === null) return;
  const baseUrl = base_url ?? at;
  if (streams.length < MOST_KEPT && results.every(isOutsideTransaction)) {
    streams.push({ baton, baseUrl, usedAt: Date.now() });
    return;
  }
  const response = await send({ baton, requests: [{ type: "close" }] }, baseUrl);
  await response.body?.cancel();
}

/** The last step of a batch rolls back what was not committed. */
const isOutsideTransaction = ({ type, response }: PipelineAnswer["results"][number]): boolean =>
  type === "ok" && (response?.result?.step_errors?.at(-1) ?? null) === null;

/** The response that the client expects, with the stream closed. It reads no more of a response than this. */
function answered({ results }: PipelineAnswer, length: number): Response {
  const closed = { type: "ok", response: { type: "close" } };
  const body = { baton: null, base_url: null, results: [...results.slice(0, length - 1), closed] };
  return Object.assign(new Response(null), { json: async () => body });
}
