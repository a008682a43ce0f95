// The Durable Object of one project's repository: runs operations and git's protocol, and drains the outbox.
import { DurableObject } from "cloudflare:workers";
import { isImporting, scheduleImport } from "../git/import/import-repository.ts";
import { isBeingCopied } from "../git/operations/copy-source.ts";
import type { OperationName } from "../git/operations/operations.ts";
import { runOnce } from "../git/operations/run-once.ts";
import { collectAbandoned } from "../git/repository/abandoned-pushes.ts";
import { makePathFilters } from "../git/repository/make-path-filters.ts";
import type { OtherRepository } from "../git/repository/other-repositories.ts";
import type { OutboxEntry } from "../git/repository/outbox.ts";
import { Repository } from "../git/repository/repository.ts";
import { type CopySource, copiedFrom, finishCopy, startCopy } from "../git/repository/repository-copy.ts";
import { countCommits, type RepositoryStatistics } from "../git/repository/repository-statistics.ts";
import { discardRest } from "../git/transport/request-body.ts";
import { BACKSTOP, EarliestAlarm, LONGEST_PAUSE } from "./alarm-schedule.ts";
import { forkSource } from "./fork-source.ts";
import { ImportRunner, type ReachableSource } from "./import-runner.ts";
import { OutboxDrain, type WaitingPush } from "./outbox-drain.ts";
import {
  BOOKMARK,
  type Performed,
  type RepositoryClient,
  RepositoryGone,
  type RepositoryRpc,
  SERVER,
} from "./repositories.ts";
import { Sql } from "./sqlite.ts";

/** Milliseconds between looks at the forks that still copy a deleted project's repository. */
const COPIES_PAUSE = 60_000;

/** Operations for forks that are still copying: they work even after the project was deleted. */
const copying: ReadonlySet<OperationName> = new Set([
  "beginCopy",
  "copyObjects",
  "copyPackRows",
  "copyCommits",
  "endCopy",
]);

/** Most repositories begin empty. */
export interface Origin {
  /** The project this one is forked from, if its repository has to be copied. */
  readonly forkOf: number | null;
  readonly isImported: boolean;
}

export abstract class RepositoryObject extends DurableObject<object> implements RepositoryRpc {
  readonly #repository: Repository;
  readonly #alarm: EarliestAlarm;
  readonly #imports: ImportRunner;
  readonly #outbox: OutboxDrain;
  /** The storage was deleted, tables included. */
  #isGone = false;
  /** `https://host`, as the server was last called; undefined until it is read from the settings. */
  #server: string | null | undefined;
  #starting: Promise<void> | undefined;
  #copying: Promise<void> | undefined;
  /** The newest state of the database that draining the outbox has made; null without replicas. */
  protected bookmark: string | null = null;

  constructor(state: DurableObjectState, bindings: object) {
    super(state, bindings);
    this.#alarm = new EarliestAlarm(state.storage);
    const others = { find: (projectId: number) => this.findRepository(projectId) };
    this.#repository = new Repository(new Sql(state.storage), () => this.#wakeIn(BACKSTOP), others);
    const isGone = () => this.#isGone;
    this.#outbox = new OutboxDrain({
      outbox: this.#repository.outbox,
      settings: this.#repository.settings,
      deliver: (entries, waiting) => this.deliver(this.#projectId, entries, this.#knownServer(), waiting),
      report: (error) => console.error(`The outbox of project ${this.#projectId} could not be delivered`, error),
      wakeAt: (time) => this.#alarm.set(time),
      clock: () => this.now(),
      isGone,
    });
    this.#imports = new ImportRunner({
      repository: this.#repository,
      source: (signal) => this.importSourceOf(this.#projectId, signal),
      drain: () => this.#outbox.run(false),
      wakeIn: (milliseconds) => this.#wakeIn(milliseconds),
      isGone,
    });
  }

  /**
   * Records outbox entries in the database, in order. The same entry may be delivered twice.
   *
   * @param server `https://host`, as the server was last called; null where that is unknown
   * @param waiting pushes to compose messages for, with the statements of the delivery
   */
  protected abstract deliver(
    projectId: number,
    entries: readonly OutboxEntry[],
    server: string | null,
    waiting: Iterable<WaitingPush>,
  ): Promise<void>;

  /**
   * How the repository begins. Called once per repository.
   *
   * @throws RepositoryGone for a deleted project, whose repository must not be created again
   */
  protected abstract originOf(projectId: number): Promise<Origin>;

  /** Null once the import has ended. The network is the one for imports from there; the signal aborts its requests. */
  protected abstract importSourceOf(projectId: number, signal: AbortSignal): Promise<ReachableSource | null>;

  protected abstract repositoryOf(projectId: number): RepositoryClient;

  /** The source of a merge request from a fork; null for a deleted project. */
  protected abstract findRepository(projectId: number): Promise<OtherRepository | null>;

  /** Finishes what other repositories left undone. */
  protected abstract sweep(): Promise<void>;

  get #projectId(): number {
    return Number(this.ctx.id.name);
  }

  /**
   * @param drainOutbox whether to drain the outbox before returning; see {@link Repositories}
   * @param server `https://host`, as the client called this server; null where there is no client
   * @param operationId runs the operation at most once, see git/operations/run-once.ts; null for any other
   * @returns {@link Performed}; null when this repository, or another one the operation needs, is gone: errors lose their class
   *   on their way between objects
   */
  async perform(
    name: OperationName,
    input: readonly unknown[],
    drainOutbox: boolean,
    server: string | null = null,
    operationId: string | null = null,
  ): Promise<unknown> {
    return await this.#whileThere(async () => {
      await this.#ready();
      if (this.#isLeaving() && !copying.has(name)) throw new RepositoryGone(this.#projectId);
      this.#learnServer(server);
      const operation = await loadOperation(name);
      const run = (repository: Repository) => operation(repository, ...input);
      const performed =
        operationId === null
          ? { answer: await run(this.#repository), isRecorded: false }
          : await runOnce(this.#repository, `${operationId} ${name}`, run);
      if (drainOutbox) await this.#outbox.run();
      return { ...performed, bookmark: this.bookmark } satisfies Performed;
    });
  }

  /** Serves git's protocol, see git/transport/git-request.ts; 410 when the repository is gone. */
  override async fetch(request: Request): Promise<Response> {
    const answer = await this.#whileThere(async () => {
      await this.#ready();
      if (this.#isLeaving()) throw new RepositoryGone(this.#projectId);
      const server = request.headers.get(SERVER);
      this.#learnServer(server);
      const { serveGit } = await loadTransport();
      const served = await serveGit(this.#repository, request, (push) => this.#outbox.messagesFor(push, server));
      await this.#outbox.run();
      if (this.bookmark !== null) served.headers.set(BOOKMARK, this.bookmark);
      return served;
    });
    if (answer !== null) return answer;
    // A client that is still sending when its connection closes never sees the answer.
    if (request.body !== null) await discardRest(request.body);
    return new Response(null, { status: 410 });
  }

  override async alarm(): Promise<void> {
    this.#alarm.rang();
    await this.#whileThere(async () => {
      if (this.#isGone) return;
      if (this.#isLeaving()) return this.destroy();
      await this.#ready();
      const pause = collectAbandoned(this.#repository, this.now());
      await this.#outbox.run(false);
      await this.#imports.run();
      await this.sweep().catch((error) => this.#sweepLater(error));
      if (await makePathFilters(this.#repository)) this.#wakeIn(0);
      // At the end: if the process dies before, the alarm rings again at once, not in minutes.
      if (pause !== null) this.#wakeIn(pause);
    });
  }

  /** A failed sweep does not fail the alarm: the platform forgets an alarm whose handler has failed seven times. */
  #sweepLater(error: unknown): void {
    if (this.#isGone) return;
    console.error("Finishing the work of other repositories failed", error);
    this.#wakeIn(LONGEST_PAUSE);
  }

  /**
   * Null when the repository is gone, or is deleted during the work, whose statements then fail for lack of tables.
   */
  async #whileThere<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (this.#isGone || error instanceof RepositoryGone) return null;
      throw error;
    }
  }

  /** The project is deleted, but forks are still copying. */
  #isLeaving(): boolean {
    return this.#repository.settings.get("destroyed") !== null;
  }

  /** Starts the copy of a fork's source, or the import; the alarm goes on with it. */
  async begin(): Promise<void> {
    await this.#whileThere(async () => {
      await this.#start();
      if (copiedFrom(this.#repository) !== null || isImporting(this.#repository)) this.#wakeIn(0);
    });
  }

  /** Deletes the storage: now, or once the last fork has finished copying it. */
  async destroy(): Promise<void> {
    if (this.#isGone) return;
    if (isBeingCopied(this.#repository)) {
      this.#repository.settings.set("destroyed", "true");
      this.#wakeIn(COPIES_PAUSE);
      return;
    }
    this.#isGone = true;
    this.#imports.stop();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Stored, because the alarm drains the outbox without a client's request. */
  #learnServer(server: string | null): void {
    if (server === null || server === this.#knownServer()) return;
    this.#repository.settings.set("server", server);
    this.#server = server;
  }

  #knownServer(): string | null {
    this.#server ??= this.#repository.settings.get("server");
    return this.#server;
  }

  /** Completes the copy of a fork before anything else. */
  async #ready(): Promise<void> {
    await this.#start();
    const sourceId = copiedFrom(this.#repository);
    if (sourceId === null) return;
    this.#copying ??= finishCopy(this.#repository, this.#copySource(sourceId)).finally(() => {
      this.#copying = undefined;
    });
    await this.#copying;
  }

  async #start(): Promise<void> {
    await this.#alarm.load();
    if (this.#isGone) throw new RepositoryGone(this.#projectId);
    if (this.#repository.settings.get("origin") !== null) return;
    this.#starting ??= this.#learnOrigin().finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  async #learnOrigin(): Promise<void> {
    const { forkOf, isImported } = await this.#findOrigin();
    if (forkOf !== null) await this.#startCopy(forkOf);
    if (isImported) scheduleImport(this.#repository);
    this.#repository.settings.set("origin", "known");
  }

  /** A call after the project's deletion has created the tables again: they are deleted. */
  async #findOrigin(): Promise<Origin> {
    try {
      return await this.originOf(this.#projectId);
    } catch (error) {
      if (error instanceof RepositoryGone) await this.destroy();
      throw error;
    }
  }

  /** A fork whose source was deleted before it could be copied is empty. */
  async #startCopy(sourceId: number): Promise<void> {
    try {
      await startCopy(this.#repository, sourceId, this.#copySource(sourceId));
    } catch (error) {
      if (!(error instanceof RepositoryGone)) throw error;
    }
  }

  #copySource(sourceId: number): CopySource {
    return forkSource(this.repositoryOf(sourceId), this.#projectId);
  }

  #wakeIn(milliseconds: number): void {
    this.#alarm.set(this.now() + milliseconds);
  }

  /** Milliseconds since 1970. */
  protected now(): number {
    return Date.now();
  }

  /** Of the repository's current state. */
  protected async statistics(): Promise<RepositoryStatistics> {
    const commitCount = await countCommits(this.#repository);
    return { commitCount, repositorySize: this.#repository.sql.size };
  }
}

/** The caller has typed name and input, see repositories.ts. Loaded on demand: the same script serves the API. */
async function loadOperation(name: OperationName) {
  const { operations } = await import("../git/operations/operations.ts");
  return operations[name] as (repository: Repository, ...input: readonly unknown[]) => unknown;
}

const loadTransport = () => import("../git/transport/serve-git.ts");
