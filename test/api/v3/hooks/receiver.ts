// A real HTTP server that receives hook deliveries.
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect } from "vitest";
import type { Actor } from "../../../support/actors.ts";
import { ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { checkWebhook } from "../../../support/conformance.ts";
import type { Project } from "../../../support/factories.ts";

export interface Delivery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the payload, which the tests check
  readonly body: any;
}

interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly "retry-after"?: string;
  readonly body?: string;
  /** True for more that never comes. */
  readonly isUnended?: boolean;
}

/** The response to a delivery; a promise delays it. */
export type Respond = (delivery: Delivery) => Answer | Promise<Answer>;

/** Milliseconds. */
const LONGEST_WAIT = 20_000;

/** To be declared with `await using`. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  readonly #server: Server;
  /** Emits `arrival` for each delivery. */
  readonly #news = new EventEmitter();
  /** Set by a payload that the description of the API does not have. */
  #fault: unknown;

  private constructor(respond: Respond) {
    this.#server = createServer(async (request, response) => {
      const body = await json(request);
      const delivery = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
      this.deliveries.push(delivery);
      try {
        checkWebhook(String(request.headers["x-gitlab-event"]), body);
      } catch (error) {
        this.#fault ??= error;
      }
      this.#news.emit("arrival");
      const { status, body: answer = "thanks", isUnended = false, ...headers } = await respond(delivery);
      response.writeHead(status, headers).write(answer);
      if (!isUnended) response.end();
    });
  }

  static async start(respond: Respond = () => ({ status: 200 })): Promise<Receiver> {
    const receiver = new Receiver(respond);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The response to the delivery that was waited for is still to be sent.
    await new Promise(setImmediate);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get host(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `127.0.0.1:${port}`;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  /** The first `count` deliveries, once they have arrived. */
  async first(count: number): Promise<Delivery[]> {
    await this.until(() => this.deliveries.length >= count);
    expect(this.deliveries.length).toBeGreaterThanOrEqual(count);
    if (this.#fault !== undefined) throw this.#fault;
    return this.deliveries.slice(0, count);
  }

  /** Resolves with the delivery that makes this true, or after {@link LONGEST_WAIT}. */
  async until(isThere: () => boolean): Promise<void> {
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    while (!isThere() && !signal.aborted) await once(this.#news, "arrival", { signal }).catch(() => {});
  }

  /** The only delivery so far. */
  async only(): Promise<Delivery> {
    const [delivery] = await this.first(1);
    expect(this.deliveries).toHaveLength(1);
    if (delivery === undefined) throw new Error("There is a first delivery.");
    return delivery;
  }
}

export const hooksOf = ({ id }: Pick<Project, "id">): string => `/projects/${id}/hooks`;

/** Selects everything except confidential issues. */
export const everything = {
  push_events: true,
  tag_push_events: true,
  issues_events: true,
  merge_requests_events: true,
  note_events: true,
};

export const addHook = (master: Actor, project: Project, url: string, settings: Values = everything) =>
  ok(master.post(hooksOf(project), { url, ...settings }));
