// Deletes the objects of pushes that were refused, cut off, or lost with their process.
import type { Repository } from "./repository.ts";
import type { Sql } from "./sql.ts";

/** Number of rows per step. */
const STEP = 2_000;

/** The same for rows of packs, which are larger. */
const PACK_STEP = 100;

interface OpenPush {
  readonly id: number;
  readonly first_object: number;
}

/** In milliseconds. A push without input for this long is abandoned, because its client may vanish without notice. */
const LONGEST_SILENCE = 10 * 60 * 1000;

/**
 * Runs one step, which takes milliseconds.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds until the next call; null when no push is open
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

/** Returns true once nothing of the push is left. */
function freeSome({ sql }: Repository, { id: push, first_object: first }: OpenPush): boolean {
  if (freeSomeOfPack(sql, push)) return false;
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

/** Returns false once nothing of the push's pack is left. */
function freeSomeOfPack(sql: Sql, push: number): boolean {
  const pack = sql.first<{ id: number }>("select id from packs where push = ?", push)?.id;
  if (pack === undefined) return false;
  const last = sql.first<{ seq: number | null }>(
    "select max(seq) as seq from (select seq from pack_rows where pack = ? order by seq limit +?)",
    pack,
    PACK_STEP,
  )?.seq;
  if (last === null || last === undefined) sql.run("delete from packs where id = ?", pack);
  else sql.run("delete from pack_rows where pack = ? and seq <= ?", pack, last);
  return true;
}
