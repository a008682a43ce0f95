// Another client of the server, which measures how long it is kept waiting while an expensive request runs.
import { Agent, request } from "node:http";

/** Milliseconds between the starts of two polls; a poll that takes longer is followed at once by the next. */
const INTERVAL_MS = 100;

/** Asks neither the database nor a repository, and needs no token. */
const POLLED_PATH = "/api/v3/version";

/**
 * Polls a cheap route on a keep-alive connection of its own, so that it never queues behind the requests of the test
 * in a shared connection pool.
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

  /** Resolves once a first call, which is not measured, has opened the connection. */
  static async start(baseUrl: string): Promise<Bystander> {
    const bystander = new Bystander(baseUrl);
    await bystander.#call();
    bystander.#polling = bystander.#poll();
    // A failure is reported by stop(); until then it must not count as unhandled.
    bystander.#polling.catch(() => {});
    return bystander;
  }

  /**
   * Waits for the poll that is under way and closes the connection.
   *
   * @returns the slowest answer in milliseconds
   * @throws what the first failed poll failed with
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

  /** Ends early when the bystander is stopped. */
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

  /** One poll, answered to its end. */
  #call(): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(this.#url, { agent: this.#agent }, (response) => {
        const { statusCode } = response;
        response.on("error", reject);
        response.on("end", () =>
          statusCode === 200 ? resolve() : reject(new Error(`GET ${POLLED_PATH} was answered ${statusCode}`)),
        );
        response.resume();
      });
      call.on("error", reject);
      call.end();
    });
  }
}
