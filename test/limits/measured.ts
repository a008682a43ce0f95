// The duration of a request, and the delay it causes for others.
import { type Answer, baseUrl } from "../support/api.ts";
import { Bystander } from "../support/bystander.ts";
import type { PushedProject } from "./packed-objects.ts";

/** Limit in milliseconds for every request, and for any other request meanwhile. */
export const LONGEST_ANSWER = 5_000;
export const LONGEST_WAIT = 500;

export interface Measured<T> {
  readonly answer: T;
  /** Milliseconds until the response. */
  readonly took: number;
  /** The slowest response to others meanwhile, in milliseconds. */
  readonly slowest: number;
}

/** Runs a hostile action while others read the version and a branch of the same project. */
export async function besideOthers<T>(
  { owner, repository }: PushedProject,
  hostile: () => Promise<T>,
): Promise<Measured<T>> {
  const bystander = await Bystander.start(baseUrl);
  const neighbour = new Neighbour(() => owner.get(`${repository}/branches/main`));
  const started = performance.now();
  const answer = await hostile();
  const took = performance.now() - started;
  const slowest = Math.max(await bystander.stop(), await neighbour.stop());
  return { answer, took, slowest };
}

/** Repeats a cheap request to the repository under attack. */
class Neighbour {
  #isStopped = false;
  #slowest = 0;
  readonly #polling: Promise<void>;

  constructor(ask: () => Promise<Answer>) {
    this.#polling = this.#poll(ask);
  }

  async stop(): Promise<number> {
    this.#isStopped = true;
    await this.#polling;
    return this.#slowest;
  }

  async #poll(ask: () => Promise<Answer>): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      const { status, text } = await ask();
      if (status !== 200) throw new Error(`The other client got ${status}: ${text}`);
      this.#slowest = Math.max(this.#slowest, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
