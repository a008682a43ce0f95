// The claim of one attempt at a request with an Idempotency-Key. It accompanies the request's own batches, so that it
// costs no round trip: the first batch takes the claim, and the first one that changes something marks it.
import type { Database, DatabaseCost, Driver } from "../../db/database.ts";
import {
  type ClaimKey,
  claimRecord,
  type IdempotencyRecord,
  isOvertaken,
  markChanged,
  releaseClaim,
  storeCreatedId,
  storeResponse,
  yieldClaim,
} from "../../db/queries/idempotency/records.ts";
import type { Statement } from "../../db/statement.ts";
import type { ViewerKey } from "../../permissions/visible.ts";

/** Thrown by a batch, which changed nothing: the request must not be executed by this attempt. */
export class NotClaimed extends Error {
  readonly record: IdempotencyRecord;
  /** True if this attempt holds the lease of a request that another attempt has changed something for. */
  readonly isOurs: boolean;

  constructor(record: IdempotencyRecord, isOurs: boolean) {
    super("The request is not executed: its Idempotency-Key is in use.");
    this.record = record;
    this.isOurs = isOurs;
  }
}

/** What a claim does beside the request's statements. */
export interface ClaimOptions {
  /** True to store the `id` in the last row of the change. */
  readonly storesId: boolean;
  /** Receives the request's id for repositories; called before anything is changed. */
  readonly onClaimed: (operationId: string, isResumed: boolean) => void;
}

export class Claim {
  readonly #db: Database;
  readonly #key: ClaimKey;
  readonly #viewer: ViewerKey;
  readonly #options: ClaimOptions;
  /** `unknown`: the viewer does not exist, so nothing is claimed and nothing can be changed. */
  #state: "open" | "unknown" | "held" | "changed" = "open";

  constructor(db: Database, key: ClaimKey, viewer: ViewerKey, options: ClaimOptions) {
    this.#db = db;
    this.#key = key;
    this.#viewer = viewer;
    this.#options = options;
    db.wrapDriver((driver) => ({ run: (statements, cost) => this.#run(driver, statements, cost) }));
  }

  get isHeld(): boolean {
    return this.#state === "held" || this.#state === "changed";
  }

  /** True once a batch with a change is committed. */
  get hasChanged(): boolean {
    return this.#state === "changed";
  }

  async store(response: string): Promise<void> {
    await this.#db.batch(storeResponse(this.#key, response));
  }

  /** For a request that has changed nothing: its key is free again. */
  async release(): Promise<void> {
    await this.#db.batch(releaseClaim(this.#key));
  }

  /** For a request that failed: the next attempt need not wait. */
  async yield(): Promise<void> {
    await this.#db.batch(yieldClaim(this.#key));
  }

  async #run(driver: Driver, statements: readonly Statement[], cost: DatabaseCost): ReturnType<Driver["run"]> {
    if (this.#state === "unknown") return driver.run(statements, cost);
    const isChange = statements.some(({ reads, isIncidental }) => reads !== true && isIncidental !== true);
    try {
      return await this.#runClaimed(driver, statements, isChange && this.#state !== "changed", cost);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    // The batch was refused as a whole. Claiming alone finds out why; it succeeds if the key has become free.
    cost.roundTrips += 1;
    this.#state = "open";
    await this.#runClaimed(driver, [], false, cost);
    return this.#run(driver, statements, cost);
  }

  async #runClaimed(
    driver: Driver,
    statements: readonly Statement[],
    marks: boolean,
    cost: DatabaseCost,
  ): ReturnType<Driver["run"]> {
    const before: Statement[] = this.isHeld ? [] : claimRecord(this.#viewer, this.#key);
    const claimed = before.length;
    if (marks) before.push(markChanged(this.#key));
    const last = statements.at(-1);
    const after = marks && this.#options.storesId && last?.reads === true ? [storeCreatedId(this.#key, last)] : [];
    cost.statements += before.length + after.length;
    const results = await driver.run([...before, ...statements, ...after], cost);
    if (claimed > 0) this.#admit(recordIn(results[claimed - 1]));
    if (marks && this.isHeld) this.#state = "changed";
    return results.slice(before.length, before.length + statements.length);
  }

  /** @throws NotClaimed unless this attempt may execute the request */
  #admit(record: IdempotencyRecord | undefined): void {
    if (record === undefined) {
      this.#state = "unknown";
      return;
    }
    const isOurs = record.attempt === this.#key.attempt;
    if (isOurs) this.#state = "held";
    if (!isOurs || record.state !== "claimed") throw new NotClaimed(record, isOurs);
    this.#options.onClaimed(record.operation_id, record.operation_id !== this.#key.attempt);
  }
}

/** The statement of the record declares these columns. */
const recordIn = (rows: Record<string, unknown>[] | undefined): IdempotencyRecord | undefined =>
  rows?.[0] as IdempotencyRecord | undefined;
