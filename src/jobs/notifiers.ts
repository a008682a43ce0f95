// How the rest of the Worker reaches the notifiers that tell people what happens in projects.
import type { SignedUnsubscription } from "../services/notifications/unsubscription.ts";
import type { Notifier } from "./notifier.ts";

/** The Durable Objects of all projects in which something happened that people may be told of, by the project's id. */
export type NotifierNamespace = DurableObjectNamespace<Notifier>;

export class Notifiers {
  readonly #namespace: NotifierNamespace;

  constructor(namespace: NotifierNamespace) {
    this.#namespace = namespace;
  }

  /**
   * Makes them look soon for what happened. Never throws: a notifier looks by itself from time to time.
   * @param origin `https://host`, as the server was called; null where nobody called it
   */
  async wake(projectIds: Iterable<number>, origin: string | null): Promise<void> {
    await Promise.all([...projectIds].map((id) => this.#wake(id, origin)));
  }

  async #wake(projectId: number, origin: string | null): Promise<void> {
    try {
      await this.#of(projectId).wake(origin);
    } catch (error) {
      console.error(`The notifier of project ${projectId} could not be woken`, error);
    }
  }

  /** Unsubscribes who was sent this link, and answers whether anybody was. */
  async unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean> {
    return this.#of(unsubscription.target.project_id).unsubscribe(unsubscription);
  }

  #of(projectId: number): DurableObjectStub<Notifier> {
    return this.#namespace.get(this.#namespace.idFromName(String(projectId)));
  }
}
