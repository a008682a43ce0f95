// HTTP client for the API: callers, responses and their database cost.
import { checkConformance } from "./conformance.ts";
import { server } from "./server.ts";

export const baseUrl = server.origin;
export const api = `${baseUrl}/api/v3`;

/** Database cost of one request. Only D1 reports rows; elsewhere they are 0. */
export interface Cost {
  readonly roundTrips: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

export interface Answer {
  readonly status: number;
  /** Parsed JSON, the text if it is not JSON, or null for an empty body. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests check
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
  readonly cost: Cost;
}

export type Values = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

/** Sends a request unchanged. `path` is relative to /api/v3 unless it is an absolute URL. */
export async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const url = path.startsWith("http") ? path : api + path;
  const response = await server.fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const body = text === "" ? null : parse(text);
  const { status, headers } = response;
  checkConformance({ method: init.method ?? "GET", url, status, headers, text, body });
  return { status, body, text, headers, cost: readCost(headers.get("server-timing") ?? "") };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const COST = /round-trips=(\d+) statements=(\d+) rows-read=(\d+) rows-written=(\d+)/;

/** NaN where the header has none. */
export function readCost(header: string): Cost {
  const [, roundTrips, statements, rowsRead, rowsWritten] = COST.exec(header)?.map(Number) ?? [];
  return {
    roundTrips: roundTrips ?? Number.NaN,
    statements: statements ?? Number.NaN,
    rowsRead: rowsRead ?? Number.NaN,
    rowsWritten: rowsWritten ?? Number.NaN,
  };
}

/** A client of the API. */
export class Caller {
  readonly token: string | null;

  constructor(token: string | null) {
    this.token = token;
  }

  get headers(): Record<string, string> {
    return this.token === null ? {} : { "PRIVATE-TOKEN": this.token };
  }

  get = (path: string, query: Values = {}): Promise<Answer> => send(withQuery(path, query), { headers: this.headers });
  head = (path: string): Promise<Answer> => send(path, { method: "HEAD", headers: this.headers });
  post = (path: string, body: Values = {}): Promise<Answer> => this.#write("POST", path, body);
  put = (path: string, body: Values = {}): Promise<Answer> => this.#write("PUT", path, body);
  patch = (path: string, body: Values = {}): Promise<Answer> => this.#write("PATCH", path, body);
  delete = (path: string, body: Values = {}): Promise<Answer> => this.#write("DELETE", path, body);

  #write(method: string, path: string, body: Values): Promise<Answer> {
    return send(path, {
      method,
      headers: { ...this.headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }
}

/** Appends a query string: `{ a: 1, b: [2, 3] }` becomes `?a=1&b[]=2&b[]=3`. */
export function withQuery(path: string, query: Values): string {
  const pairs: [string, string][] = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item): [string, string] => [`${name}[]`, String(item)]);
    return [[name, String(value)]];
  });
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
