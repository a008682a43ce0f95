// Client of the notifier objects, for the rest of the Worker.
import type { SignedUnsubscription } from "../notifications/unsubscription.ts";
import { callWithRetry } from "./call-with-retry.ts";

/** The methods of notifier.ts. An interface, so that callers do not depend on the class. */
export interface NotifierRpc extends Rpc.DurableObjectBranded {
  wake(): void;
  unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean>;
}

/** One notifier per project with events that concern somebody, named by the project's id. */
export type NotifierNamespace = DurableObjectNamespace<NotifierRpc>;

export class Notifiers {
  readonly #namespace: NotifierNamespace;

  constructor(namespace: NotifierNamespace) {
    this.#namespace = namespace;
  }

  /** Has the notifiers read their events. Never rejects: a notifier also reads them on its own from time to time. */
  async wake(projectIds: Iterable<number>): Promise<void> {
    await Promise.all([...projectIds].map((id) => this.#wake(id)));
  }

  async #wake(projectId: number): Promise<void> {
    try {
      await callWithRetry(() => this.#of(projectId).wake());
    } catch (error) {
      console.error(`The notifier of project ${projectId} could not be woken`, error);
    }
  }

  /** Unsubscribes the recipient of a link. False for a link that was never sent. */
  async unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean> {
    return this.#of(unsubscription.issuable.project_id).unsubscribe(unsubscription);
  }

  #of(projectId: number): DurableObjectStub<NotifierRpc> {
    return this.#namespace.get(this.#namespace.idFromName(String(projectId)));
  }
}
