// Client of the repository objects, for the rest of the Worker.

import type { OperationInput, OperationName, OperationResult } from "../git/operations/operations.ts";
import type { RunOnce } from "../git/operations/run-once.ts";

/** On git's requests: the URL this server was called by. */
export const SERVER = "x-tributary-server";

/** On git's responses: {@link Performed.bookmark}. */
export const BOOKMARK = "x-d1-bookmark";

/** What a repository returns of an operation. */
export type Performed = RunOnce & {
  /** The newest state of the database that the repository has made; null if unknown. */
  readonly bookmark: string | null;
};

type NoteBookmark = (bookmark: string) => void;

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

export class Repositories {
  readonly #namespace: RepositoryNamespace;
  readonly #drainOutbox: boolean;
  readonly #server: string | null;
  readonly #note: NoteBookmark;
  #request: IdentifiedRequest | null = null;

  /**
   * @param drainOutbox false for callers that a repository waits for while it drains its outbox: they would deadlock
   * @param server `https://host`, as the client called this server; null where there is no client
   * @param note receives the state of the database that a repository has made by draining its outbox
   */
  constructor(
    namespace: RepositoryNamespace,
    drainOutbox = true,
    server: string | null = null,
    note: NoteBookmark = () => {},
  ) {
    this.#note = note;
    this.#namespace = namespace;
    this.#drainOutbox = drainOutbox;
    this.#server = server;
  }

  open(projectId: number): RepositoryClient {
    const stub = this.#namespace.get(this.#namespace.idFromName(String(projectId)));
    return new RepositoryClient(stub, projectId, this.#drainOutbox, this.#server, this.#note, this.#request);
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
  readonly #drainOutbox: boolean;
  readonly #server: string | null;
  readonly #note: NoteBookmark;
  readonly #request: IdentifiedRequest | null;

  constructor(
    stub: DurableObjectStub<RepositoryRpc>,
    projectId: number,
    drainOutbox: boolean,
    server: string | null,
    note: NoteBookmark,
    request: IdentifiedRequest | null,
  ) {
    this.#note = note;
    this.#request = request;
    this.#stub = stub;
    this.#projectId = projectId;
    this.#drainOutbox = drainOutbox;
    this.#server = server;
  }

  /**
   * Runs an operation of git/operations/operations.ts in the repository's object.
   *
   * @throws RepositoryGone, OperationResultLost
   */
  async run<N extends OperationName>(name: N, ...input: OperationInput<N>): Promise<OperationResult<N>> {
    const id = this.#request?.id ?? null;
    const performed = asPerformed(await this.#stub.perform(name, input, this.#drainOutbox, this.#server, id));
    if (performed === null) throw new RepositoryGone(this.#projectId);
    if (performed.bookmark !== null) this.#note(performed.bookmark);
    if ("isResultLost" in performed) throw new OperationResultLost();
    if (this.#request !== null && performed.isRecorded) this.#request.hasChanged = true;
    return ofOperation<N>(performed.answer);
  }

  /** Serves git's protocol, see git/transport; 410 when the repository is gone. */
  async fetch(request: Request): Promise<Response> {
    if (this.#server !== null) request.headers.set(SERVER, this.#server);
    const response = await this.#stub.fetch(request);
    const bookmark = response.headers.get(BOOKMARK);
    if (bookmark !== null) this.#note(bookmark);
    return response;
  }

  /** Starts to copy a fork's source, or to import. Does not wait until that is complete. */
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
