// One repository: what a Durable Object keeps of it, in its parts. Knows no HTTP and nothing of users but their ids.

import { ObjectStore } from "./object-store.ts";
import { Outbox } from "./outbox.ts";
import { ProtectedBranches } from "./protected-branches.ts";
import { RefStore } from "./ref-store.ts";
import { migrate } from "./schema.ts";
import { Settings } from "./settings.ts";
import { type RepositoryStorage, Sql } from "./sql.ts";
import { StoredCommits } from "./stored-commits.ts";

export class Repository {
  readonly sql: Sql;
  readonly objects: ObjectStore;
  readonly commits: StoredCommits;
  readonly refs: RefStore;
  readonly protectedBranches: ProtectedBranches;
  readonly settings: Settings;
  readonly outbox: Outbox;
  /** Pushes that are being received, and when something last came, in milliseconds; other open ones were given up. */
  readonly livePushes = new Map<number, number>();
  /** Makes sure that {@link outbox} and what was given up are looked into soon. */
  readonly wake: () => void;

  constructor(storage: RepositoryStorage, wake: () => void) {
    this.wake = wake;
    this.sql = new Sql(storage);
    migrate(this.sql);
    this.settings = new Settings(this.sql);
    this.objects = new ObjectStore(this.sql);
    this.commits = new StoredCommits(this.sql);
    this.refs = new RefStore(this.sql, this.settings);
    this.protectedBranches = new ProtectedBranches(this.sql);
    this.outbox = new Outbox(this.sql, wake);
  }
}
