// What a request takes, and what it costs everybody else.
import { type Answer, baseUrl } from "../support/api.ts";
import { Bystander } from "../support/bystander.ts";
import type { PushedProject } from "./packed-objects.ts";

/** Milliseconds in which every request is answered or refused, and in which any other request is meanwhile. */
export const LONGEST_ANSWER = 5_000;
export const LONGEST_WAIT = 500;

export interface Measured<T> {
  readonly answer: T;
  /** Milliseconds until it was answered. */
  readonly took: number;
  /** The slowest answer to others meanwhile, in milliseconds. */
  readonly slowest: number;
}

/** Runs what a hostile client does while others ask for the version, and for a branch of the same project. */
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

/** Asks for something cheap of the repository that the hostile request is about, again and again. */
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
      if (status !== 200) throw new Error(`The neighbour was answered ${status}: ${text}`);
      this.#slowest = Math.max(this.#slowest, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
