// The repository object, connected to the database, the couriers and the notifiers.
import type { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { findCopySource, findProjectId } from "../db/queries/repositories/repositories.ts";
import { parseEnvironment } from "../env.ts";
import type { OtherRepository } from "../git/repository/other-repositories.ts";
import type { OutboxEntry } from "../git/repository/outbox.ts";
import { findRepositoriesToFree, freeRepositories } from "../services/repositories/free.ts";
import { recordRepositoryEvents } from "../services/repositories/record-events.ts";
import { Couriers } from "./couriers.ts";
import { Notifiers } from "./notifiers.ts";
import { Repositories, type RepositoryClient, RepositoryGone } from "./repositories.ts";
import { RepositoryObject } from "./repository-object.ts";

export class Repository extends RepositoryObject {
  protected override async deliver(
    projectId: number,
    entries: readonly OutboxEntry[],
    server: string | null,
  ): Promise<void> {
    const db = this.#database();
    try {
      const context = { db, repositories: this.#repositories(), baseUrl: server };
      await recordRepositoryEvents(context, projectId, entries, await this.statistics());
    } finally {
      // Events recorded before a failure are not recorded again, so couriers and notifiers are woken in any case.
      const { COURIERS, NOTIFIERS } = parseEnvironment(this.env);
      this.ctx.waitUntil(new Couriers(COURIERS).wake(db.couriers));
      this.ctx.waitUntil(new Notifiers(NOTIFIERS).wake(db.notified));
    }
  }

  protected override async sourceOf(projectId: number): Promise<number | null> {
    const [[project]] = await this.#database().batch(findCopySource(projectId));
    if (project === undefined) throw new RepositoryGone(projectId);
    return project.source_id;
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
    return new Repositories(parseEnvironment(this.env).REPOSITORIES, false);
  }
}
