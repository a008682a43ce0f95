// Client of the repository objects, for the rest of the Worker.
import type { OperationInput, OperationName, OperationResult } from "../git/operations/operations.ts";
import type { RunOnce } from "../git/operations/run-once.ts";
import { fixedHint, type LocationHint, type Placement } from "./placement.ts";

/** On git's requests: the URL this server was called by. */
export const SERVER = "x-tributary-server";

/** On responses to clients, and on git's from the object: {@link Performed.bookmark}. */
export const BOOKMARK = "x-d1-bookmark";

/** The result of an operation, with the state of the database that it has led to. */
export type Performed = RunOnce & {
  /** The newest state of the database that the repository has made; null if unknown. */
  readonly bookmark: string | null;
};

/** The repository's project was deleted, perhaps during the operation. */
export class RepositoryGone extends Error {
  override readonly name = "RepositoryGone";

  constructor(projectId: number) {
    super(`The repository of project ${projectId} is gone`);
  }
}

/** The operation was carried out by an earlier attempt, which never learnt its result. */
export class OperationResultLost extends Error {
  override readonly name = "OperationResultLost";
}

/** The methods of repository-object.ts. An interface, so that callers do not depend on the class. */
export interface RepositoryRpc extends Rpc.DurableObjectBranded {
  perform(
    name: OperationName,
    input: readonly unknown[],
    drainOutbox: boolean,
    server: string | null,
    operationId: string | null,
  ): Promise<unknown>;
  fetch(request: Request): Promise<Response>;
  begin(): Promise<void>;
  destroy(): Promise<void>;
}

/** One repository per project, named by the project's id. */
export type RepositoryNamespace = DurableObjectNamespace<RepositoryRpc>;

export interface RepositoriesOptions {
  /** False for callers that a repository waits for while it drains its outbox: they would deadlock. */
  readonly drainOutbox: boolean;
  /** `https://host`, as the client called this server; null where there is no client. */
  readonly server: string | null;
  /** The location of an object that this call creates; undefined if the platform decides. */
  readonly hint: LocationHint | undefined;
  /** The same for objects of projects that this request creates. */
  readonly creatorsHint: LocationHint | undefined;
  /** Receives the state of the database that a repository has made by draining its outbox. */
  readonly note: (bookmark: string) => void;
}

const defaults: RepositoriesOptions = {
  drainOutbox: true,
  server: null,
  hint: undefined,
  creatorsHint: undefined,
  note: () => {},
};

/** For Durable Objects, which have no client. */
export const withoutClient = (placement: Placement): Partial<RepositoriesOptions> => ({
  drainOutbox: false,
  hint: fixedHint(placement),
});

export class Repositories {
  readonly #namespace: RepositoryNamespace;
  readonly #options: RepositoriesOptions;
  readonly #created: number[] = [];
  #request: IdentifiedRequest | null = null;

  constructor(namespace: RepositoryNamespace, options: Partial<RepositoriesOptions> = {}) {
    this.#namespace = namespace;
    this.#options = { ...defaults, ...options };
  }

  open(projectId: number): RepositoryClient {
    return this.#open(projectId, this.#options.hint);
  }

  /** As {@link open}, for a project that this request has created. */
  openNew(projectId: number): RepositoryClient {
    return this.#open(projectId, this.#options.creatorsHint);
  }

  /** To be called when a project was created, whose object {@link placeCreated} then creates. */
  noteCreated(projectId: number): void {
    // A hint for all objects is part of every call, the first one included.
    if (this.#options.creatorsHint !== this.#options.hint) this.#created.push(projectId);
  }

  get hasCreated(): boolean {
    return this.#created.length > 0;
  }

  /**
   * Creates the objects near the client of this request: an object stays where it was called first. Never rejects: an
   * object that could not be created is created by its next caller.
   */
  async placeCreated(): Promise<void> {
    for (const projectId of this.#created) {
      try {
        await this.openNew(projectId).begin();
      } catch (error) {
        console.error(`The repository of project ${projectId} could not be placed`, error);
      }
    }
  }

  #open(projectId: number, locationHint: LocationHint | undefined): RepositoryClient {
    const id = this.#namespace.idFromName(String(projectId));
    const stub = this.#namespace.get(id, locationHint === undefined ? {} : { locationHint });
    return new RepositoryClient(stub, projectId, this.#options, this.#request);
  }

  /**
   * From now on, each operation that moves refs does so once in all attempts at the request of this id.
   *
   * @param isResumed true if an earlier attempt was interrupted
   */
  identify(id: string, isResumed: boolean): void {
    this.#request = { id, isResumed, hasChanged: false };
  }

  /** True if an earlier attempt at this request was interrupted, perhaps after it had moved refs. */
  get isResumed(): boolean {
    return this.#request?.isResumed ?? false;
  }

  /** True if this request, or an earlier attempt at it, has moved refs. False without {@link identify}. */
  get hasChanged(): boolean {
    return this.#request?.hasChanged ?? false;
  }
}

interface IdentifiedRequest {
  readonly id: string;
  readonly isResumed: boolean;
  hasChanged: boolean;
}

export class RepositoryClient {
  readonly #stub: DurableObjectStub<RepositoryRpc>;
  readonly #projectId: number;
  readonly #options: RepositoriesOptions;
  readonly #request: IdentifiedRequest | null;

  constructor(
    stub: DurableObjectStub<RepositoryRpc>,
    projectId: number,
    options: RepositoriesOptions,
    request: IdentifiedRequest | null,
  ) {
    this.#request = request;
    this.#stub = stub;
    this.#projectId = projectId;
    this.#options = options;
  }

  /**
   * Runs an operation of git/operations/operations.ts in the repository's object.
   *
   * @throws RepositoryGone, OperationResultLost
   */
  async run<N extends OperationName>(name: N, ...input: OperationInput<N>): Promise<OperationResult<N>> {
    const { drainOutbox, server, note } = this.#options;
    const id = this.#request?.id ?? null;
    const performed = asPerformed(await this.#stub.perform(name, input, drainOutbox, server, id));
    if (performed === null) throw new RepositoryGone(this.#projectId);
    if (performed.bookmark !== null) note(performed.bookmark);
    if ("isResultLost" in performed) throw new OperationResultLost();
    if (this.#request !== null && performed.isRecorded) this.#request.hasChanged = true;
    return ofOperation<N>(performed.answer);
  }

  /** Serves git's protocol, see git/transport; 410 when the repository is gone. */
  async fetch(request: Request): Promise<Response> {
    const { server, note } = this.#options;
    if (server !== null) request.headers.set(SERVER, server);
    const response = await this.#stub.fetch(request);
    const bookmark = response.headers.get(BOOKMARK);
    if (bookmark !== null) note(bookmark);
    return response;
  }

  /** Creates the object. Starts to copy a fork's source, or to import, and does not wait until that is complete. */
  async begin(): Promise<void> {
    await this.#stub.begin();
  }

  /** Deletes the repository's storage for good. */
  async destroy(): Promise<void> {
    await this.#stub.destroy();
  }
}

/** What `perform` of the object returns: null when the repository is gone. */
const asPerformed = (performed: unknown): Performed | null => performed as Performed | null;

/** The object returns the result of the operation of that name. */
const ofOperation = <N extends OperationName>(answer: unknown): OperationResult<N> => answer as OperationResult<N>;
