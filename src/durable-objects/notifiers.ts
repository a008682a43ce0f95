// How the rest of the Worker reaches the notifiers that tell people what happens in projects.
import type { SignedUnsubscription } from "../notifications/unsubscription.ts";
import { callAgain } from "./call-again.ts";

/** What notifier.ts answers. An interface, so that callers do not depend on the class. */
export interface NotifierRpc extends Rpc.DurableObjectBranded {
  wake(): void;
  unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean>;
}

/** The Durable Objects of all projects in which something happened that people may be told of, by the project's id. */
export type NotifierNamespace = DurableObjectNamespace<NotifierRpc>;

export class Notifiers {
  readonly #namespace: NotifierNamespace;

  constructor(namespace: NotifierNamespace) {
    this.#namespace = namespace;
  }

  /** Makes them look soon for what happened. Never throws: a notifier looks by itself from time to time. */
  async wake(projectIds: Iterable<number>): Promise<void> {
    await Promise.all([...projectIds].map((id) => this.#wake(id)));
  }

  async #wake(projectId: number): Promise<void> {
    try {
      await callAgain(() => this.#of(projectId).wake());
    } catch (error) {
      console.error(`The notifier of project ${projectId} could not be woken`, error);
    }
  }

  /** Unsubscribes who was sent this link, and answers whether anybody was. */
  async unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean> {
    return this.#of(unsubscription.issuable.project_id).unsubscribe(unsubscription);
  }

  #of(projectId: number): DurableObjectStub<NotifierRpc> {
    return this.#namespace.get(this.#namespace.idFromName(String(projectId)));
  }
}
