// Statements: written with Drizzle's `sql` and schema, compiled by `compile-sql.ts`; rows are used as returned.
import { type GetColumnData, getTableColumns, isSQLWrapper, Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteInsertValue, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { compileSql } from "./compile-sql.ts";

/** One SQL statement with its parameters, ready for a batch; `Row` is the type of its rows. */
export interface Statement<Row = unknown> {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** True if it only reads. */
  readonly reads?: boolean;
  /** See {@link incidental}. */
  readonly isIncidental?: boolean;
  /** True if its rows name couriers to wake, see database.ts. */
  readonly returnsCouriers?: boolean;
  /** Converts a packed row of the database, see {@link selectPacked}. */
  readonly unpack?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

/** The values of a select, by their names in the row. */
export type Columns = Record<string, SQLiteColumn | SQL>;

type Value<C> = C extends SQLiteColumn ? GetColumnData<C> : C extends SQL<infer T> ? T : never;

export type RowOf<C extends Columns> = { [K in keyof C]: Value<C[K]> };

/**
 * A select that names its values by the keys of `columns`. Keys are unique, so no two result columns can share a name,
 * which on D1 would return wrong values without an error.
 */
export function select<C extends Columns>(columns: C, body: SQL): Template<RowOf<C>> {
  return new Template(sql`select ${columnList(columns)} ${body}`);
}

/** As {@link select}, with common table expressions before it. */
export function selectWith<C extends Columns>(ctes: SQL[], columns: C, body: SQL): Template<RowOf<C>> {
  return new Template(sql`with ${sql.join(ctes, sql`, `)} select ${columnList(columns)} ${body}`);
}

/** D1 allows 32 arguments for a function. */
const MAX_PACKED = 32;

/**
 * As {@link selectWith}, for pages with many columns: each row is sent as JSON arrays, because D1 spends more time per
 * value than SQLite spends to find it.
 *
 * @param apart columns that are not packed: JSON, which would be nested instead of quoted, and texts without a short
 *   limit, since D1 limits a value to 2 MB
 */
export function selectPacked<C extends Columns>(
  ctes: SQL[],
  columns: C,
  apart: readonly (keyof C & string)[],
  body: SQL,
): Template<RowOf<C>> {
  const left: Columns = {};
  const names: string[] = [];
  for (const [name, value] of Object.entries(columns)) {
    if (apart.includes(name)) left[name] = value;
    else names.push(name);
  }
  const arrays: Columns = {};
  const packed: PackedArray[] = [];
  for (let from = 0; from < names.length; from += MAX_PACKED) {
    const some = names.slice(from, from + MAX_PACKED);
    const values = some.map((name) => columns[name] ?? sql`null`);
    arrays[`packed_${packed.length}`] = sql`json_array(${sql.join(values, sql`, `)})`;
    packed.push({ array: `packed_${packed.length}`, names: some });
  }
  const text = sql`with ${sql.join(ctes, sql`, `)} select ${columnList({ ...arrays, ...left })} ${body}`;
  const blank = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
  return new Template(text, (row) => unpack(row, packed, apart, blank));
}

/** A column that holds a JSON array, and the names of its values in the row. */
interface PackedArray {
  readonly array: string;
  readonly names: readonly string[];
}

/**
 * Returns a new object: V8 makes an object that loses a property slow to fill and to read.
 *
 * @param blank has all names: copying and filling it takes half as long as adding one property after another
 */
function unpack(
  row: Record<string, unknown>,
  packed: readonly PackedArray[],
  apart: readonly string[],
  blank: Readonly<Record<string, unknown>>,
) {
  const unpacked = { ...blank };
  for (const { array, names } of packed) {
    const values = valuesOf(row[array]);
    for (const [at, name] of names.entries()) unpacked[name] = values[at];
  }
  for (const name of apart) unpacked[name] = row[name];
  return unpacked;
}

const valuesOf = (array: unknown): unknown[] => JSON.parse(String(array));

function columnList(columns: Columns): SQL {
  const list = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`);
  return sql.join(list, sql`, `);
}

/** The text of a write, for {@link statement}; `Row` is the type of its rows. */
interface Text<Row> {
  readonly text: SQL;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

interface Write<T extends SQLiteTable> extends Text<never> {
  returning(): Text<T["$inferSelect"]>;
  returning<C extends Columns>(columns: C): Text<RowOf<C>>;
}

/**
 * Builds inserts, updates and deletes, with the calls of Drizzle's builders, which would add its selects to the Worker.
 * `undefined` values are skipped. A write without a condition is a syntax error rather than a write of all rows.
 */
export const build = {
  insert: <T extends SQLiteTable>(table: T) => ({
    values(row: SQLiteInsertValue<T>): Write<T> {
      const given = assignments(table, row);
      const names = given.map(({ name }) => name);
      const values = given.map(({ value }) => value);
      return write(table, sql`insert into ${table} ${names} values ${values}`);
    },
  }),
  update: <T extends SQLiteTable>(table: T) => ({
    set: (changes: SQLiteUpdateSetSource<T>) => ({
      where(condition: SQL | undefined): Write<T> {
        const given = assignments(table, changes).map(({ name, value }) => sql`${name} = ${value}`);
        return write(table, sql`update ${table} set ${sql.join(given, sql`, `)} where ${condition}`);
      },
    }),
  }),
  delete: <T extends SQLiteTable>(table: T) => ({
    where: (condition: SQL | undefined): Write<T> => write(table, sql`delete from ${table} where ${condition}`),
  }),
};

function write<T extends SQLiteTable>(table: T, text: SQL): Write<T> {
  return {
    text,
    returning: (columns: Columns = getTableColumns(table)) => ({
      text: sql`${text} returning ${columnList(columns)}`,
    }),
  };
}

/** The columns of `table` that `row` has a value for. */
function assignments(table: SQLiteTable, row: object) {
  const columns = getTableColumns(table);
  return Object.entries<unknown>({ ...row }).flatMap(([key, value]) => {
    const column = columns[key];
    if (column === undefined || value === undefined) return [];
    return [{ name: sql.identifier(column.name), value: isSQLWrapper(value) ? value : sql.param(value, column) }];
  });
}

/** Compiles a write of {@link build}. */
export function statement<Row>({ text }: Text<Row>): Statement<Row> {
  return execute<Row>(text);
}

/** Compiles a statement given as SQL, which {@link build} cannot express. */
export function execute<Row = never>(text: SQL): Statement<Row> {
  const { text: compiled, params } = compileSql(text);
  return { sql: compiled, params };
}

/** Marks a write as no change that anybody requested: it may be repeated, or left over. Examples: a reserved number, a cache. */
export const incidental = <Row>(write: Statement<Row>): Statement<Row> => ({ ...write, isIncidental: true });

/**
 * A statement that is compiled at its first use and cached for the life of the isolate (compiling one costs 45 us).
 * {@link Template.with} supplies the values of its `sql.placeholder`s.
 */
export class Template<Row> {
  /** Released once compiled: it takes several times the memory of the text. */
  #source: SQL | null;
  readonly #unpack: Statement["unpack"];
  readonly #reads: boolean;
  #compiled: { sql: string; names: string[] } | undefined;

  /** @param reads true if it only reads */
  constructor(source: SQL, unpack?: Statement["unpack"], reads = true) {
    this.#source = source;
    this.#unpack = unpack;
    this.#reads = reads;
  }

  with(values: Record<string, unknown>): Statement<Row> {
    const { sql: text, names } = this.#compile();
    const params = names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`A statement has no value for :${name}.`);
      return value;
    });
    return { sql: text, params, reads: this.#reads, ...(this.#unpack && { unpack: this.#unpack }) };
  }

  #compile(): { sql: string; names: string[] } {
    if (this.#source !== null) {
      this.#compiled = compile(this.#source);
      this.#source = null;
    }
    if (this.#compiled === undefined) throw new Error("A statement could not be compiled");
    return this.#compiled;
  }
}

/** A {@link Template} of an insert, update or delete. */
export const writeTemplate = <Row = never>(text: SQL): Template<Row> => new Template<Row>(text, undefined, false);

/**
 * Collapses whitespace, because the text is sent with every batch, and binds each placeholder once even if it occurs
 * several times (`?1`). No literal of ours contains two spaces, a newline or a question mark.
 */
function compile(source: SQL): { sql: string; names: string[] } {
  const { text, params } = compileSql(source);
  const names: string[] = [];
  let at = 0;
  const numbered = text.replace(/\s+/g, " ").replace(/\?/g, () => {
    const name = placeholderName(params[at]);
    at += 1;
    const known = names.indexOf(name);
    return `?${known === -1 ? names.push(name) : known + 1}`;
  });
  return { sql: numbered, names };
}

function placeholderName(param: unknown): string {
  if (param instanceof Placeholder) return param.name;
  throw new Error("A template is compiled once for all requests, so its values must be placeholders.");
}

/** Cached templates per call of {@link variants}: clients choose the shapes, and an isolate has 128 MB. */
const MAX_VARIANTS = 200;

/** Templates that differ by a shape (an order, a filter). Each is made once; the oldest is dropped at the limit. */
export function variants<Shape, Row>(
  make: (shape: Shape) => Template<Row>,
  key: (shape: Shape) => string,
): (shape: Shape) => Template<Row> {
  const made = new Map<string, Template<Row>>();
  return (shape) => {
    const name = key(shape);
    const known = made.get(name);
    if (known) return known;
    const template = make(shape);
    const [oldest] = made.keys();
    if (made.size === MAX_VARIANTS && oldest !== undefined) made.delete(oldest);
    made.set(name, template);
    return template;
  };
}

type TableColumns<T extends SQLiteTable, Prefix extends string> = {
  [K in keyof T["_"]["columns"] & string as `${Prefix}${K}`]: SQL<GetColumnData<T["_"]["columns"][K]>>;
};

/** All columns of the table with this alias, named `<prefix><column>` in the row. */
export function columnsOf<T extends SQLiteTable, Prefix extends string = "">(
  table: T,
  alias: string,
  prefix?: Prefix,
): TableColumns<T, Prefix> {
  const entries = Object.values(getTableColumns(table)).map(({ name }) => [
    `${prefix ?? ""}${name}`,
    sql`${sql.identifier(alias)}.${sql.identifier(name)}`,
  ]);
  return Object.fromEntries(entries);
}

/** The same columns, null where a left join finds no row. */
export function nullable<C extends Columns>(columns: C): { [K in keyof C]: SQL<Value<C[K]> | null> } {
  const entries = Object.entries(columns).map(([name, value]) => [name, sql`${value}`]);
  return Object.fromEntries(entries);
}
