// The repository object, connected to the database, the couriers and the notifiers.
import type { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { findOrigin, findPendingImport, findProjectId } from "../db/queries/repositories/repositories.ts";
import { parseEnvironment } from "../env.ts";
import type { ImportRequest } from "../git/import/remote.ts";
import type { OtherRepository } from "../git/repository/other-repositories.ts";
import type { OutboxEntry } from "../git/repository/outbox.ts";
import { isAllowedAddress } from "../hooks/address.ts";
import { findRepositoriesToFree, freeRepositories } from "../services/repositories/free.ts";
import { recordRepositoryEvents } from "../services/repositories/record-events.ts";
import { Couriers } from "./couriers.ts";
import type { ReachableSource } from "./import-runner.ts";
import { Notifiers } from "./notifiers.ts";
import type { WaitingPush } from "./outbox-drain.ts";
import { Repositories, type RepositoryClient, RepositoryGone, withoutClient } from "./repositories.ts";
import { type Origin, RepositoryObject } from "./repository-object.ts";

export class Repository extends RepositoryObject {
  protected override async deliver(
    projectId: number,
    entries: readonly OutboxEntry[],
    server: string | null,
    waiting: Iterable<WaitingPush>,
  ): Promise<void> {
    const db = this.#database();
    try {
      const context = { db, repositories: this.#repositories(), baseUrl: server, waiting };
      await recordRepositoryEvents(context, projectId, entries, await this.statistics());
    } finally {
      // Batches of one repository run in turn, each at the primary: the last bookmark is the newest.
      this.bookmark = db.bookmark ?? this.bookmark;
      // Events recorded before a failure are not recorded again, so couriers and notifiers are woken in any case.
      const { COURIERS, NOTIFIERS } = parseEnvironment(this.env);
      this.ctx.waitUntil(new Couriers(COURIERS).wake(db.couriers));
      this.ctx.waitUntil(new Notifiers(NOTIFIERS).wake(db.notified));
    }
  }

  protected override async originOf(projectId: number): Promise<Origin> {
    const [[project]] = await this.#database().batch(findOrigin(projectId));
    if (project === undefined) throw new RepositoryGone(projectId);
    return { forkOf: project.source_id, isImported: project.is_imported === 1 };
  }

  protected override async importSourceOf(projectId: number, signal: AbortSignal): Promise<ReachableSource | null> {
    const [[pending]] = await this.#database().batch(findPendingImport(projectId));
    if (pending === undefined) return null;
    const { url, authorization, origin } = pending;
    const rules = { allowLocal: parseEnvironment(this.env).HOOKS_ALLOW_LOCAL === "true", origin };
    const network = {
      fetch: (at: string, init: ImportRequest) =>
        fetch(at, { ...init, signal: AbortSignal.any([signal, init.signal]) }),
      isAllowed: (at: URL) => isAllowedAddress(at, rules),
    };
    return { url, authorization, network };
  }

  protected override repositoryOf(projectId: number): RepositoryClient {
    return this.#repositories().open(projectId);
  }

  protected override async findRepository(projectId: number): Promise<OtherRepository | null> {
    const [[project]] = await this.#database().batch(findProjectId(projectId));
    if (project === undefined) return null;
    const repository = this.repositoryOf(projectId);
    return {
      branchTip: (branch) => repository.run("branchTip", branch),
      resolveCommit: (revision) => repository.run("resolveCommit", revision),
      packFor: (wants, haves) => repository.run("packFor", wants, haves),
    };
  }

  protected override async sweep(): Promise<void> {
    const [db, repositories] = [this.#database(), this.#repositories()];
    const [[deleted]] = await db.batch(findRepositoriesToFree());
    await freeRepositories({ db, repositories }, deleted);
  }

  #database(): Database {
    return openDatabase(parseEnvironment(this.env));
  }

  #repositories(): Repositories {
    const { REPOSITORIES, REPOSITORY_PLACEMENT } = parseEnvironment(this.env);
    return new Repositories(REPOSITORIES, withoutClient(REPOSITORY_PLACEMENT));
  }
}
