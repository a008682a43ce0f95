// Frees what pushes brought that were refused, cut off, or lost with the process that received them.
import type { Repository } from "./repository.ts";

/** Rows that are looked at in one step. */
const STEP = 2_000;

interface OpenPush {
  readonly id: number;
  readonly first_object: number;
}

/** A push of which nothing came for so many milliseconds is given up: its client is gone, which nobody told. */
const LONGEST_SILENCE = 10 * 60 * 1000;

/**
 * Takes one step, of milliseconds.
 *
 * @param now milliseconds since 1970
 * @returns in how many milliseconds it is to be called again; null when no push is open
 */
export function collectAbandoned(repository: Repository, now: number): number | null {
  const { sql, livePushes } = repository;
  const open = sql.rows<OpenPush>("select id, first_object from open_pushes order by id");
  for (const { id } of open) if (now - (livePushes.get(id) ?? now) > LONGEST_SILENCE) livePushes.delete(id);
  const abandoned = open.find(({ id }) => !livePushes.has(id));
  if (abandoned === undefined) return open.length > 0 ? LONGEST_SILENCE : null;
  const isFreed = sql.transaction(() => freeSome(repository, abandoned));
  return isFreed && open.length === 1 ? null : 0;
}

/** Whether nothing is left of it. */
function freeSome({ sql }: Repository, { id: push, first_object: first }: OpenPush): boolean {
  const row = sql.first<{ last: number | null }>(
    "select max(id) as last from (select id from objects where id >= ? order by id limit +?)",
    first,
    STEP,
  );
  const last = row?.last ?? null;
  if (last === null) {
    sql.run("delete from parked_deltas where push = ?", push);
    sql.run("delete from open_pushes where id = ?", push);
    return true;
  }
  sql.run(
    "delete from chunks where object in (select id from objects where id between ? and ? and push = ? and data is null)",
    first,
    last,
    push,
  );
  sql.run("delete from objects where id between ? and ? and push = ?", first, last, push);
  sql.run("update open_pushes set first_object = ? where id = ?", last + 1, push);
  return false;
}
