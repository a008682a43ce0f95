// How the rest of the Worker reaches a repository.
import type { OperationInput, OperationName, OperationResult } from "../git/operations/operations.ts";

/** The header of a request of git's that says how this server was called. */
export const SERVER = "x-tributary-server";

/** The project of a repository was deleted, perhaps while something was asked of the repository. */
export class RepositoryGone extends Error {
  override readonly name = "RepositoryGone";

  constructor(projectId: number) {
    super(`The repository of project ${projectId} is gone`);
  }
}

/** What repository-object.ts answers. An interface, so that callers do not depend on the class. */
export interface RepositoryRpc extends Rpc.DurableObjectBranded {
  perform(
    name: OperationName,
    input: readonly unknown[],
    drainOutbox: boolean,
    server: string | null,
  ): Promise<unknown>;
  fetch(request: Request): Promise<Response>;
  beginCopy(): Promise<void>;
  destroy(): Promise<void>;
}

/** The Durable Objects of all projects. */
export type RepositoryNamespace = DurableObjectNamespace<RepositoryRpc>;

export class Repositories {
  readonly #namespace: RepositoryNamespace;
  readonly #drainOutbox: boolean;
  readonly #server: string | null;

  /**
   * @param told false for whoever is called by a repository that tells what happened: it would wait for itself
   * @param server `https://host`, as this server was called by whoever asks; null where nobody did
   */
  constructor(namespace: RepositoryNamespace, drainOutbox = true, server: string | null = null) {
    this.#namespace = namespace;
    this.#drainOutbox = drainOutbox;
    this.#server = server;
  }

  open(projectId: number): RepositoryClient {
    const stub = this.#namespace.get(this.#namespace.idFromName(String(projectId)));
    return new RepositoryClient(stub, projectId, this.#drainOutbox, this.#server);
  }
}

export class RepositoryClient {
  readonly #stub: DurableObjectStub<RepositoryRpc>;
  readonly #projectId: number;
  readonly #drainOutbox: boolean;
  readonly #server: string | null;

  constructor(stub: DurableObjectStub<RepositoryRpc>, projectId: number, drainOutbox: boolean, server: string | null) {
    this.#stub = stub;
    this.#projectId = projectId;
    this.#drainOutbox = drainOutbox;
    this.#server = server;
  }

  /**
   * Runs one of the operations of operations/operations.ts in the repository's own object.
   *
   * @throws RepositoryGone
   */
  async run<N extends OperationName>(name: N, ...input: OperationInput<N>): Promise<OperationResult<N>> {
    const performed = ofOperation<N>(await this.#stub.perform(name, input, this.#drainOutbox, this.#server));
    if (performed === null) throw new RepositoryGone(this.#projectId);
    return performed.answer;
  }

  /** Git's own protocol, see transport/; 410 where the repository is gone. */
  fetch(request: Request): Promise<Response> {
    if (this.#server !== null) request.headers.set(SERVER, this.#server);
    return this.#stub.fetch(request);
  }

  /** Makes a fork's repository begin to copy its source; it does not wait for the end of it. */
  async beginCopy(): Promise<void> {
    await this.#stub.beginCopy();
  }

  /** Frees everything the repository holds, for good. */
  async destroy(): Promise<void> {
    await this.#stub.destroy();
  }
}

/** The object answers what the operation of that name answers, or null where it is gone. */
function ofOperation<N extends OperationName>(performed: unknown): { readonly answer: OperationResult<N> } | null {
  return performed as { readonly answer: OperationResult<N> } | null;
}
