// The Durable Object of one project's repository: runs operations and git's protocol on it, and sees to its outbox.
import { DurableObject } from "cloudflare:workers";
import { backoff } from "../events/backoff.ts";
import { isBeingCopied } from "../git/operations/copy-source.ts";
import { type OperationName, operations } from "../git/operations/operations.ts";
import { collectAbandoned } from "../git/repository/abandoned-pushes.ts";
import type { OtherRepository } from "../git/repository/other-repositories.ts";
import type { OutboxEntry } from "../git/repository/outbox.ts";
import { Repository } from "../git/repository/repository.ts";
import { type CopySource, copiedFrom, finishCopy, startCopy } from "../git/repository/repository-copy.ts";
import { countCommits, type RepositoryStatistics } from "../git/repository/repository-statistics.ts";
import { discardRest } from "../git/transport/request-body.ts";
import { serveGit } from "../git/transport/serve-git.ts";
import { type RepositoryClient, RepositoryGone, type RepositoryRpc, SERVER } from "./repositories.ts";
import { Sql } from "./sqlite.ts";

/** What is left in the outbox by a request that was cut off is told after so many milliseconds. */
const BACKSTOP = 2_000;
const LONGEST_PAUSE = 60_000;
const ENTRIES_AT_ONCE = 100;

/** What a fork asks of its source, which outlives its project for it. */
const copying: ReadonlySet<OperationName> = new Set(["beginCopy", "copyObjects", "copyCommits", "endCopy"]);

export abstract class RepositoryObject extends DurableObject<object> implements RepositoryRpc {
  readonly #repository: Repository;
  #draining: Promise<void> = Promise.resolve();
  #failures = 0;
  /** Nothing is stored any more, not even the tables. */
  #isGone = false;
  /** `https://host`, as it was last called; undefined until somebody wants to know. */
  #server: string | null | undefined;
  #starting: Promise<void> | undefined;
  #copying: Promise<void> | undefined;

  constructor(state: DurableObjectState, bindings: object) {
    super(state, bindings);
    const others = { find: (projectId: number) => this.findRepository(projectId) };
    this.#repository = new Repository(new Sql(state.storage), () => this.#wakeIn(BACKSTOP), others);
  }

  /**
   * Tells the rest of the server what happened. In their order; the same entry may come twice.
   * @param server `https://host`, as the server was called when it happened; null where that is not known
   */
  protected abstract deliver(projectId: number, entries: readonly OutboxEntry[], server: string | null): Promise<void>;

  /**
   * The project whose repository this one's is to be a copy of; null for most. Asked once in a repository's life.
   * @throws RepositoryGone for a project that is gone: its repository must not come into being again
   */
  protected abstract sourceOf(projectId: number): Promise<number | null>;

  protected abstract repositoryOf(projectId: number): RepositoryClient;

  /** For what is proposed from it; null for a project that is gone. */
  protected abstract findRepository(projectId: number): Promise<OtherRepository | null>;

  /** Sees to what other repositories left undone. */
  protected abstract sweep(): Promise<void>;

  get #projectId(): number {
    return Number(this.ctx.id.name);
  }

  /**
   * @param told whether what happens is told before this answers; not by those who are being told something themselves
   * @param server `https://host`, as it was called; null where it was not
   * @returns `{ answer }`; null where the repository is gone, or another one that the operation needs, since errors lose
   *   their class on the way
   */
  async perform(
    name: OperationName,
    input: readonly unknown[],
    drainOutbox: boolean,
    server: string | null = null,
  ): Promise<unknown> {
    return await this.#whileThere(async () => {
      await this.#ready();
      if (this.#isLeaving() && !copying.has(name)) throw new RepositoryGone(this.#projectId);
      this.#learnServer(server);
      const answer = await operation(name)(this.#repository, ...input);
      if (drainOutbox) await this.#drain();
      return { answer };
    });
  }

  /** Git's own protocol; see transport/git-request.ts. 410 where the repository is gone. */
  override async fetch(request: Request): Promise<Response> {
    const answer = await this.#whileThere(async () => {
      await this.#ready();
      if (this.#isLeaving()) throw new RepositoryGone(this.#projectId);
      this.#learnServer(request.headers.get(SERVER));
      const served = await serveGit(this.#repository, request);
      await this.#drain();
      return served;
    });
    if (answer !== null) return answer;
    // A client that is still sending when its connection closes never sees the answer.
    if (request.body !== null) await discardRest(request.body);
    return new Response(null, { status: 410 });
  }

  override async alarm(): Promise<void> {
    await this.#whileThere(async () => {
      if (this.#isGone) return;
      if (this.#isLeaving()) return this.destroy();
      await this.#ready();
      this.#collect();
      await this.#drain();
      await this.sweep();
    });
  }

  /**
   * Null where the repository is gone, or was freed in the middle of the work: a statement that meets no tables any more
   * then fails for no other reason.
   */
  async #whileThere<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (this.#isGone || error instanceof RepositoryGone) return null;
      throw error;
    }
  }

  /** The project is gone, and forks are still copying. */
  #isLeaving(): boolean {
    return this.#repository.settings.get("destroyed") !== null;
  }

  /** Frees what pushes left behind. Before the outbox is told: to try that again soon is the more pressing alarm. */
  #collect(): void {
    const pause = collectAbandoned(this.#repository, Date.now());
    if (pause !== null) this.#wakeIn(pause);
  }

  /** Begins to be a fork, if it is one; its objects are copied by an alarm, or by whoever asks for them first. */
  async beginCopy(): Promise<void> {
    await this.#whileThere(async () => {
      await this.#start();
      if (copiedFrom(this.#repository) !== null) this.#wakeIn(0);
    });
  }

  /** Frees what the repository holds: at once, or when the last fork that is copying it has done so. */
  async destroy(): Promise<void> {
    if (this.#isGone) return;
    if (isBeingCopied(this.#repository)) {
      this.#repository.settings.set("destroyed", "true");
      this.#wakeIn(LONGEST_PAUSE);
      return;
    }
    this.#isGone = true;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Kept, because what happened may be told when nobody is calling. */
  #learnServer(server: string | null): void {
    if (server === null || server === this.#knownServer()) return;
    this.#repository.settings.set("server", server);
    this.#server = server;
  }

  #knownServer(): string | null {
    this.#server ??= this.#repository.settings.get("server");
    return this.#server;
  }

  /** A fork that is not whole yet becomes so before it answers anything. */
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
    if (this.#isGone) throw new RepositoryGone(this.#projectId);
    if (this.#repository.settings.get("origin") !== null) return;
    this.#starting ??= this.#learnOrigin().finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  async #learnOrigin(): Promise<void> {
    const sourceId = await this.#findSource();
    if (sourceId !== null) await this.#startCopy(sourceId);
    this.#repository.settings.set("origin", "known");
  }

  /** What is asked of a repository after its project was deleted would make the tables again: they are freed. */
  async #findSource(): Promise<number | null> {
    try {
      return await this.sourceOf(this.#projectId);
    } catch (error) {
      if (error instanceof RepositoryGone) await this.destroy();
      throw error;
    }
  }

  /** A fork of what was deleted before it could be copied is empty. */
  async #startCopy(sourceId: number): Promise<void> {
    try {
      await startCopy(this.#repository, sourceId, this.#copySource(sourceId));
    } catch (error) {
      if (!(error instanceof RepositoryGone)) throw error;
    }
  }

  #copySource(sourceId: number): CopySource {
    const source = this.repositoryOf(sourceId);
    const forkId = this.#projectId;
    return {
      begin: () => source.run("beginCopy", forkId),
      objects: (of, after) => source.run("copyObjects", forkId, of, after),
      commits: (of, after) => source.run("copyCommits", forkId, of, after),
      end: () => source.run("endCopy", forkId),
    };
  }

  /** Not waited for, so that it is written together with what it is set for. */
  #wakeIn(milliseconds: number): void {
    void this.ctx.storage.setAlarm(Date.now() + milliseconds);
  }

  /** Tells what is in the outbox before the request is answered; when that fails, the alarm goes on with it. */
  #drain(): Promise<void> {
    this.#draining = this.#draining.then(() => this.#deliverAll());
    return this.#draining;
  }

  async #deliverAll(): Promise<void> {
    try {
      for (let entries = this.#next(); entries.length > 0; entries = this.#next()) {
        await this.deliver(this.#projectId, entries, this.#knownServer());
        this.#repository.outbox.delete(entries);
      }
      this.#failures = 0;
    } catch (error) {
      if (this.#isGone) return;
      console.error(`The outbox of project ${this.#projectId} could not be delivered`, error);
      this.#wakeIn(backoff(this.#failures, BACKSTOP, LONGEST_PAUSE));
      this.#failures += 1;
    }
  }

  /** As the repository is now. */
  protected async statistics(): Promise<RepositoryStatistics> {
    const commitCount = await countCommits(this.#repository);
    return { commitCount, repositorySize: this.#repository.sql.size };
  }

  #next(): OutboxEntry[] {
    return this.#repository.outbox.next(ENTRIES_AT_ONCE);
  }
}

/** What came was typed by the caller, see open.ts. */
function operation(name: OperationName): (repository: Repository, ...input: readonly unknown[]) => unknown {
  return operations[name] as (repository: Repository, ...input: readonly unknown[]) => unknown;
}
