// The error that a call throws when the server refuses it.

/** A response that is no success, 304 included. `message` is the server's text. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Names the request in the server's log; null if something before the server responded. */
  readonly requestId: string | null;
  /** Errors of each attribute of a record, such as `{ title: ["can't be blank"] }`; empty for other refusals. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds after which the request may be repeated; null if the server names none. */
  readonly retryAfter: number | null;
  readonly response: Response;

  /** @param text the body of the response */
  constructor(response: Response, text: string) {
    const { message, fields } = refusalIn(text);
    super(message ?? lineOf(response));
    this.status = response.status;
    this.requestId = response.headers.get("x-request-id");
    this.fields = fields;
    this.retryAfter = retryAfterOf(response);
    this.response = response;
  }
}

/** Stands in for the server's text. Browsers hide the status of a redirect. */
const lineOf = ({ status, statusText }: Response): string =>
  status === 0 ? "A redirect, which is not followed" : `${status} ${statusText}`.trim();

/** Seconds, from a `Retry-After` that is a number; the server sends no dates. */
export function retryAfterOf({ headers }: Response): number | null {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
}

interface Refusal {
  /** Null if the body is not one of the server's. */
  readonly message: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Reads `{"message": …}` and `{"error": …}`: a text, a list of texts, or a list for each attribute. */
function refusalIn(text: string): Refusal {
  const body = parse(text);
  const content = isRecord(body) ? (body.message ?? body.error) : undefined;
  if (typeof content === "string") return { message: content, fields: {} };
  if (Array.isArray(content)) return { message: content.join(", "), fields: {} };
  if (!isRecord(content)) return { message: null, fields: {} };
  const fields = Object.fromEntries(Object.entries(content).map(([name, texts]) => [name, [texts].flat().map(String)]));
  const sentences = Object.entries(fields).flatMap(([name, texts]) => texts.map((each) => `${name} ${each}`));
  return { message: sentences.join(", "), fields };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
