// Sends one request repeatedly and measures throughput, latency and CPU time.
import { Agent, request as send } from "node:http";
import { cpuSeconds } from "./workerd.ts";

export interface Target {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  /** Path and body of the nth request, if each differs; replaces those above. */
  nth?(n: number): { readonly path: string; readonly body: string };
}

export interface Sample {
  readonly status: number;
  readonly serverTiming: string;
  /** Milliseconds from sending to the last byte. */
  readonly took: number;
}

/** The result of one route under load. */
export interface Rate {
  /** Requests per second. */
  readonly perSecond: number;
  /** CPU time of workerd per request in microseconds; NaN without `/proc`. */
  readonly cpu: number;
}

export class Client {
  readonly #origin: string;
  readonly #agent: Agent;
  #sent = 0;

  constructor(origin: string, connections: number) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * @param roundTrip milliseconds added to each round trip to the database
   * @param cost true for a response with `Server-Timing`
   */
  once(target: Target, roundTrip = 0, cost = false): Promise<Sample> {
    const started = performance.now();
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (target.token !== undefined) headers["private-token"] = target.token;
    if (roundTrip > 0) headers["bench-round-trip"] = String(roundTrip);
    if (cost) headers["bench-cost"] = "1";
    this.#sent += 1;
    const { path, body } = target.nth?.(this.#sent) ?? target;
    return new Promise((resolve, reject) => {
      const request = send(
        new URL(path, this.#origin).href,
        { method: target.method, headers, agent: this.#agent },
        (response) => {
          response.on("error", reject);
          response.on("end", () => {
            resolve({
              status: response.statusCode ?? 0,
              serverTiming: String(response.headers["server-timing"] ?? ""),
              took: performance.now() - started,
            });
          });
          response.resume();
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  /** Keeps `connections` requests in flight for `seconds`. Throws on an unsuccessful response. */
  async rate(target: Target, connections: number, seconds: number): Promise<Rate> {
    const cpuBefore = cpuSeconds();
    const until = performance.now() + seconds * 1000;
    const started = performance.now();
    let done = 0;
    const loop = async () => {
      while (performance.now() < until) {
        const { status } = await this.once(target);
        if (status >= 400) throw new Error(`${target.method} ${target.path} returned ${status}.`);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, loop));
    const elapsed = (performance.now() - started) / 1000;
    return { perSecond: done / elapsed, cpu: ((cpuSeconds() - cpuBefore) / done) * 1e6 };
  }

  close(): void {
    this.#agent.destroy();
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
