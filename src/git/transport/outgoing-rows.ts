// The rows of the objects to send: their ids are determined at once, their data is read page by page.

import { unlimited, type Work } from "../budget.ts";
import { isAccepted, type ObjectRow, objectColumns } from "../repository/object-store.ts";
import type { Sql } from "../repository/sql.ts";

/** The rows of a pack's objects. */
export interface OutgoingRows {
  readonly count: number;
  rows(): Iterable<OutgoingRow>;
}

export interface OutgoingRow extends ObjectRow {
  readonly oid: ArrayBuffer;
}

/** In bytes per page. A row counts with a fixed overhead besides its data. */
const PAGE_BYTES = 1024 * 1024;
const ROW_BYTES = 512;

const weight = `case when data is null then 0 else stored_size end + ${ROW_BYTES}`;

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Number of rows whose spans are read without a pause. */
const ROWS_AT_ONCE = 10_000;

/** The objects that are accepted at one moment. Their rows are never deleted. */
export interface AcceptedRows {
  readonly last: number;
  /** JSON array of pushes in progress, whose rows do not count. */
  readonly open: string;
}

export const acceptedRows = (sql: Sql): AcceptedRows => ({
  last: sql.first<{ id: number | null }>("select max(id) as id from objects")?.id ?? 0,
  open: JSON.stringify(sql.rows<{ id: number }>("select id from open_pushes").map(({ id }) => id)),
});

/** Reads the spans between rows of pushes in progress, each at most a page. Objects that are accepted later are left out. */
export function* allRows(sql: Sql, { last, open }: AcceptedRows): Work<OutgoingRows> {
  const budget = unlimited();
  const spans: Span[] = [];
  for (let before = 0; before < last; before += ROWS_AT_ONCE) {
    const some = sql.rows<Span>(selectSpans, before, Math.min(before + ROWS_AT_ONCE, last), open);
    spans.push(...some);
    budget.spend(ROWS_AT_ONCE * spanCost);
    if (budget.endsSlice()) yield;
  }
  return {
    count: spans.reduce((count, { first, last }) => count + last - first + 1, 0),
    *rows() {
      for (const { first, last } of spans) {
        yield* sql.rows<OutgoingRow>(
          `select oid, ${objectColumns} from objects where id between ? and ? order by id`,
          first,
          last,
        );
      }
    },
  };
}

const selectSpans = `select min(id) as first, max(id) as last from (
  select id, id - row_number() over up as run, sum(${weight}) over up / ${PAGE_BYTES} as page
  from objects where id > ? and id <= ? and push not in (select value from json_each(?)) window up as (order by id)
) group by run, page order by first`;

/** In steps, for a row of a span. */
const spanCost = 100;

const OIDS_AT_ONCE = 100;
const selectPlaces = `select id, ${weight} as weight from objects
  where oid in (${Array.from({ length: OIDS_AT_ONCE }, () => "?").join(", ")}) and ${isAccepted}`;

interface RowPlace {
  readonly id: number;
  readonly weight: number;
}

/** The objects with these ids; those that do not exist are not counted. */
export function* rowsOf(sql: Sql, oids: Iterable<Uint8Array>): Work<OutgoingRows> {
  const places = yield* placesOf(sql, oids);
  return {
    count: places.length,
    *rows() {
      for (const ids of pagesOf(places)) {
        yield* sql.rows<OutgoingRow>(
          `select oid, ${objectColumns} from objects where id in (select value from json_each(?)) order by id`,
          JSON.stringify(ids),
        );
      }
    },
  };
}

/** Sorted by id, with id and weight packed into one number, because there may be a million. */
function* placesOf(sql: Sql, oids: Iterable<Uint8Array>): Work<Float64Array> {
  const budget = unlimited();
  const places: number[] = [];
  let batch: Uint8Array[] = [];
  const take = () => {
    const binds = Array.from({ length: OIDS_AT_ONCE }, (_, at) => batch[at] ?? null);
    for (const { id, weight } of sql.rows<RowPlace>(selectPlaces, ...binds)) places.push(id * WEIGHTS + weight);
    batch = [];
  };
  for (const oid of oids) {
    if (batch.push(oid) < OIDS_AT_ONCE) continue;
    take();
    budget.spend(OIDS_AT_ONCE * rowCost);
    if (budget.endsSlice()) yield;
  }
  if (batch.length > 0) take();
  return Float64Array.from(places).sort();
}

/** In steps, for looking up a row in a batch. */
const rowCost = 400;

/** Upper bound of all weights. */
const WEIGHTS = 2 * PAGE_BYTES;

function* pagesOf(places: Float64Array): Generator<number[]> {
  let page: number[] = [];
  let bytes = 0;
  for (const place of places) {
    const weight = place % WEIGHTS;
    if (page.length > 0 && bytes + weight > PAGE_BYTES) {
      yield page;
      [page, bytes] = [[], 0];
    }
    page.push((place - weight) / WEIGHTS);
    bytes += weight;
  }
  if (page.length > 0) yield page;
}
