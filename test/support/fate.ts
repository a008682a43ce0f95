// Decides at which step the Worker of mortal-worker.ts dies: from that step on, its requests get no response.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Verdict, WATCH_PATH } from "./watched.ts";

/** Fate of the Worker's steps for a set of related projects. */
export class Life {
  /** Steps begun while watched, in order. */
  readonly steps: string[] = [];
  /** Resolves when the Worker dies or is about to stall. */
  readonly ended: Promise<void>;
  readonly #end: () => void;
  readonly #announce: () => Promise<void>;
  #diesAt = Number.POSITIVE_INFINITY;
  #stallsAt: string | null = null;
  #asleep: number | null = null;
  #state: "unwatched" | "watched" | "dead" = "unwatched";

  /** @param announce makes the Worker call for the steps of its projects */
  constructor(announce: () => Promise<void>) {
    this.#announce = announce;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  /** Starts counting steps and blocks alarms. @param diesAt zero-based index of the first step that is not done */
  watch(diesAt = Number.POSITIVE_INFINITY): Promise<void> {
    this.#diesAt = diesAt;
    this.#state = "watched";
    return this.#announce();
  }

  watchUntilStalled(step: string): Promise<void> {
    this.#stallsAt = step;
    return this.watch();
  }

  /** Lets all further steps pass, even after death. @param asleep the project whose alarms do nothing */
  release(asleep: number | null = null): void {
    this.#asleep = asleep;
    this.#state = "unwatched";
  }

  /** Null: send no response. */
  judge(projectId: number, step: string): Verdict | null {
    if (step === "alarm") return this.#state !== "unwatched" ? null : projectId === this.#asleep ? "sleep" : "go on";
    if (this.#state === "dead") return null;
    if (this.#state === "unwatched") return "go on";
    this.steps.push(step);
    if (step !== this.#stallsAt && this.steps.length <= this.#diesAt) return "go on";
    this.#end();
    if (step === this.#stallsAt) return "stall";
    this.#state = "dead";
    return null;
  }
}

export class Fate {
  /** Origin of the Worker. */
  worker = "";
  readonly #lives = new Map<number, Life>();
  readonly #server: Server = createServer(async (request, response) => {
    const { projectId, step } = (await json(request)) as { projectId: string; step: string };
    const life = this.#lives.get(Number(projectId));
    const verdict = life === undefined ? "go on" : life.judge(Number(projectId), step);
    if (verdict !== null) response.end(verdict);
  });

  static async start(): Promise<Fate> {
    const fate = new Fate();
    fate.#server.listen(0, "127.0.0.1");
    await once(fate.#server, "listening");
    return fate;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/`;
  }

  /** Assigns one new life to these projects. */
  of(projects: ReadonlySet<number>): Life {
    const query = new URLSearchParams([...projects].map((id) => ["project", String(id)]));
    const life = new Life(async () => void (await fetch(`${this.worker}${WATCH_PATH}?${query}`)));
    for (const id of projects) this.#lives.set(id, life);
    return life;
  }
}
