// A repository with all of its parts. Knows nothing of HTTP, and of users only their ids.

import type { ChangedLines, Changes } from "../diff/changes.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { FinishedOperations, type IdentifiedOperation } from "./finished-operations.ts";
import { LastChanges } from "./last-changes.ts";
import { type MergeObstacle, weightOfObstacle } from "./merge-obstacle.ts";
import { Merges } from "./merges.ts";
import { ObjectStore } from "./object-store.ts";
import { noOthers, type OtherRepositories } from "./other-repositories.ts";
import { Outbox } from "./outbox.ts";
import { PathFilters } from "./path-filters.ts";
import { ProtectedBranches } from "./protected-branches.ts";
import { RefStore } from "./ref-store.ts";
import { repositorySteps } from "./schema.ts";
import { Settings } from "./settings.ts";
import type { Sql } from "./sql.ts";
import { StoredCommits } from "./stored-commits.ts";

/** Cache limits: characters of patches and paths, and number of small values. */
const MOST_RENDERED = 8 * 1024 * 1024;
const MOST_SMALL_VALUES = 1_000;

export class Repository {
  readonly sql: Sql;
  readonly objects: ObjectStore;
  readonly commits: StoredCommits;
  readonly refs: RefStore;
  readonly protectedBranches: ProtectedBranches;
  readonly settings: Settings;
  readonly outbox: Outbox;
  readonly merges: Merges;
  readonly finishedOperations: FinishedOperations;
  /** Recorded when refs move; null for calls that nobody identifies. */
  readonly operation: IdentifiedOperation | null = null;
  /** By the two trees. */
  readonly renderedChanges = new BoundedCache<Changes>(MOST_RENDERED, weightOf);
  readonly changedLines = new BoundedCache<ChangedLines>(MOST_SMALL_VALUES, () => 1);
  /** By the two commits. */
  readonly mergeability = new BoundedCache<MergeObstacle | null>(MOST_SMALL_VALUES, weightOfObstacle);
  readonly pathFilters: PathFilters;
  readonly lastChanges: LastChanges;
  readonly others: OtherRepositories;
  /** Pushes in progress, with the time of their last input in milliseconds; other open pushes were abandoned. */
  readonly livePushes = new Map<number, number>();
  /** Pushes of fewer objects are stored as rows, so that there are few packs. */
  leastPacked = 1_000;
  /** Ensures that {@link outbox}, abandoned pushes and wanted filters are processed soon. */
  readonly wake: () => void;

  constructor(sql: Sql, wake: () => void, others: OtherRepositories = noOthers) {
    this.wake = wake;
    this.others = others;
    this.sql = sql;
    this.sql.migrate(repositorySteps);
    this.settings = new Settings(this.sql);
    this.objects = new ObjectStore(this.sql);
    this.commits = new StoredCommits(this.sql);
    this.pathFilters = new PathFilters(this.sql, wake);
    this.lastChanges = new LastChanges(this.commits, this.objects, this.pathFilters);
    this.refs = new RefStore(this.sql, this.settings);
    this.protectedBranches = new ProtectedBranches(this.sql);
    this.outbox = new Outbox(this.sql, wake);
    this.merges = new Merges(this.sql);
    this.finishedOperations = new FinishedOperations(this.sql);
  }

  /** The same repository for one call: other calls are served between its slices. */
  during(operation: IdentifiedOperation): Repository {
    return Object.create(this, { operation: { value: operation } });
  }
}

/** Approximate weight of a changed file besides its texts. */
const OVERHEAD = 200;

const weightOf = ({ changes }: Changes): number =>
  changes.reduce(
    (sum, { diff, oldPath, newPath }) => sum + diff.length + oldPath.length + newPath.length + OVERHEAD,
    0,
  );
