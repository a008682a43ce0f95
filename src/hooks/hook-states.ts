// How the hooks of a courier are doing: failures in a row, and what changes for their deliveries when a hook is edited,
// switched off or deleted.
import type { HookRow } from "../db/queries/hooks/hooks.ts";
import type { Sql } from "../durable-objects/sqlite.ts";

export interface HookState {
  readonly hook_id: number;
  /** Deliveries in a row whose first attempt failed. */
  readonly failures: number;
  /** Of the last failed attempt; null once an attempt succeeds. */
  readonly error: string | null;
  /** Milliseconds since 1970. */
  readonly error_at: number | null;
  /** The next retry, in milliseconds since 1970. */
  readonly due: number | null;
}

const stateColumns = `select s.*, (select min(d.due) from deliveries d where d.hook_id = s.hook_id and d.state = 'retrying') as due`;

export class HookStates {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(hookId: number): HookState | null {
    return this.#sql.first<HookState>(`${stateColumns} from hook_states s where s.hook_id = ?`, hookId);
  }

  /** Compares the hooks with those last seen: deleted, disabled and edited ones affect their deliveries. */
  update(hooks: ReadonlyMap<number, HookRow>, now: number): void {
    const states = this.#sql.rows<{ hook_id: number; written_at: string | null }>("select * from hook_states");
    const known = new Set(states.map(({ hook_id }) => hook_id));
    for (const { id, updated_at } of hooks.values()) {
      if (!known.has(id)) this.#sql.run("insert into hook_states (hook_id, written_at) values (?, ?)", id, updated_at);
    }
    for (const { hook_id, written_at } of states) {
      const hook = hooks.get(hook_id);
      if (hook === undefined) this.#delete(hook_id);
      else if (hook.enabled === 0) this.giveUp(hook_id, "The hook is switched off");
      else if (hook.updated_at !== written_at) this.#retryEdited(hook, written_at === null ? null : now);
    }
  }

  recordSuccess(hookId: number): void {
    this.#sql.run(
      `update hook_states set failures = 0, error = null, error_at = null
        where hook_id = ? and (failures > 0 or error is not null)`,
      hookId,
    );
  }

  /** @param isFirst only the first attempts of deliveries count as failures in a row */
  recordFailure(hookId: number, error: string, at: number, isFirst: boolean): void {
    this.#sql.run(
      "update hook_states set failures = failures + ?, error = ?, error_at = ? where hook_id = ?",
      isFirst ? 1 : 0,
      error,
      at,
      hookId,
    );
  }

  retryNow(hookId: number, now: number): void {
    this.#sql.run("update deliveries set due = min(due, ?) where hook_id = ? and state = 'retrying'", now, hookId);
  }

  /** Ends all unfinished deliveries of a hook. */
  giveUp(hookId: number, error: string): void {
    // One statement for each state, so that each uses its partial index.
    for (const state of ["waiting", "retrying"]) {
      this.#sql.run(
        `update deliveries set state = 'failed', due = null, error = coalesce(error, ?)
          where hook_id = ? and state = '${state}'`,
        error,
        hookId,
      );
    }
    this.recordSuccess(hookId);
  }

  /** An edit may have fixed a failing hook. */
  #retryEdited({ id, updated_at }: HookRow, now: number | null): void {
    this.#sql.transaction(() => {
      this.#sql.run("update hook_states set written_at = ?, failures = 0 where hook_id = ?", updated_at, id);
      if (now !== null) this.retryNow(id, now);
    });
  }

  #delete(hookId: number): void {
    this.#sql.transaction(() => {
      this.#sql.run("delete from deliveries where hook_id = ?", hookId);
      this.#sql.run("delete from hook_states where hook_id = ?", hookId);
    });
  }
}
