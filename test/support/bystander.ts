// A second client of the server, which measures its response times while an expensive request runs.
import { Agent, request } from "node:http";

/** Milliseconds between the starts of two polls. After a slower poll the next one starts at once. */
const INTERVAL_MS = 100;

/** Uses neither the database nor a repository, and needs no token. */
const POLLED_PATH = "/api/v3/version";

/**
 * Polls a cheap route on its own keep-alive connection, so that it never queues behind the test's requests in a shared
 * connection pool.
 *
 *     const bystander = await Bystander.start(baseUrl);
 *     const response = await fetch(expensive);
 *     const slowest = await bystander.stop(); // ms
 */
export class Bystander {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  #isStopped = false;
  #slowest = 0;
  #polling: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};

  private constructor(baseUrl: string) {
    this.#url = new URL(POLLED_PATH, baseUrl).href;
  }

  /** Resolves once a first, unmeasured call has opened the connection. */
  static async start(baseUrl: string): Promise<Bystander> {
    const bystander = new Bystander(baseUrl);
    await bystander.#call();
    bystander.#polling = bystander.#poll();
    // stop() reports a failure; until then it must not count as an unhandled rejection.
    bystander.#polling.catch(() => {});
    return bystander;
  }

  /**
   * Waits for the current poll and closes the connection.
   *
   * @returns the slowest response time in milliseconds
   * @throws the error of the first failed poll
   */
  async stop(): Promise<number> {
    this.#isStopped = true;
    this.#wake();
    try {
      await this.#polling;
    } finally {
      this.#agent.destroy();
    }
    return this.#slowest;
  }

  async #poll(): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      await this.#call();
      const elapsed = performance.now() - started;
      this.#slowest = Math.max(this.#slowest, elapsed);
      await this.#pause(INTERVAL_MS - elapsed);
    }
  }

  /** Ends early if the bystander is stopped. */
  #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One poll; resolves at the end of the response's body. */
  #call(): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(this.#url, { agent: this.#agent }, (response) => {
        const { statusCode } = response;
        response.on("error", reject);
        response.on("end", () =>
          statusCode === 200 ? resolve() : reject(new Error(`GET ${POLLED_PATH} failed with status ${statusCode}`)),
        );
        response.resume();
      });
      call.on("error", reject);
      call.end();
    });
  }
}
