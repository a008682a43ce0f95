// How a statement is written: Drizzle's `sql` and builders make the text, once; the rows are used as they come.
import { type GetColumnData, getTableColumns, is, Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";

/** One SQL statement with its parameters, ready to stand in a batch; `Row` is what it answers. */
export interface Statement<Row = unknown> {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Whether it only reads. */
  readonly reads?: boolean;
  /** Makes a row of what the database answers, where that is not the row itself. */
  readonly decode?: (row: Record<string, unknown>) => Row;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

/** What a select answers, by the name each value gets in the row. */
export type Columns = Record<string, SQLiteColumn | SQL>;

type Value<C> = C extends SQLiteColumn ? GetColumnData<C> : C extends SQL<infer T> ? T : never;

export type RowOf<C extends Columns> = { [K in keyof C]: Value<C[K]> };

/** Drizzle's insert, update and delete builders. They only write SQL here: `Database.batch` runs it. */
export const build = drizzle(async () => {
  throw new Error("a statement is run by Database.batch, never by the builder");
});

const dialect = new SQLiteAsyncDialect();

/**
 * A select whose values are named by the keys of `columns`. Keys are unique, so no two result columns can share a
 * name, which on D1 would answer wrong values without an error.
 */
export function select<C extends Columns>(columns: C, body: SQL): Template<RowOf<C>> {
  return new Template(sql`select ${columnList(columns)} ${body}`);
}

/** As {@link select}, with common table expressions before it. */
export function selectWith<C extends Columns>(ctes: SQL[], columns: C, body: SQL): Template<RowOf<C>> {
  return new Template(sql`with ${sql.join(ctes, sql`, `)} select ${columnList(columns)} ${body}`);
}

/**
 * As {@link selectWith}, for long lists: the values of `columns` travel as one JSON array a row, since
 * each result column of each row has its price on D1. Texts without a sensible limit go into `texts`, or a row could outgrow the 2 MB of a value.
 */
export function selectPacked<C extends Columns, T extends Columns>(
  ctes: SQL[],
  columns: C,
  texts: T,
  body: SQL,
): Template<RowOf<C> & RowOf<T>> {
  const values = sql.join(
    Object.values(columns).map((value) => sql`${value}`),
    sql`, `,
  );
  const source = sql`with ${sql.join(ctes, sql`, `)} select json_array(${values}) as packed, ${columnList(texts)} ${body}`;
  const names = Object.keys(columns);
  return new Template(source, ({ packed, ...rest }) => unpacked<RowOf<C> & RowOf<T>>(names, packed, rest));
}

/** `packed` is the JSON array that {@link selectPacked} had the database make. */
function unpacked<Row>(names: readonly string[], packed: unknown, rest: object): Row {
  const values: unknown[] = JSON.parse(String(packed));
  const row: Record<string, unknown> = { ...rest };
  for (const [at, name] of names.entries()) row[name] = values[at];
  return row as Row;
}

function columnList(columns: Columns): SQL {
  const list = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`);
  return sql.join(list, sql`, `);
}

/** A statement of Drizzle's insert, update or delete builder. */
export function statement<B extends PromiseLike<unknown> & { toSQL(): { sql: string; params: unknown[] } }>(
  builder: B,
): Statement<Awaited<B> extends (infer Row)[] ? Row : never> {
  const { sql: text, params } = builder.toSQL();
  return { sql: text, params };
}

/** A statement written as text, for what the builders cannot say. */
export function execute<Row = never>(text: SQL): Statement<Row> {
  const { sql: compiled, params } = dialect.sqlToQuery(text);
  return { sql: compiled, params };
}

/**
 * A select compiled on its first use and kept for the life of the isolate (building one costs 45 us).
 * Its `sql.placeholder`s are filled by {@link Template.with}.
 */
export class Template<Row> {
  readonly #source: SQL;
  readonly #decode: Statement<Row>["decode"];
  #compiled: { sql: string; names: string[] } | undefined;

  constructor(source: SQL, decode?: Statement<Row>["decode"]) {
    this.#source = source;
    this.#decode = decode;
  }

  with(values: Record<string, unknown>): Statement<Row> {
    this.#compiled ??= compile(this.#source);
    const { sql: text, names } = this.#compiled;
    const params = names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`A statement has no value for :${name}.`);
      return value;
    });
    const statement = { sql: text, params, reads: true };
    return this.#decode ? { ...statement, decode: this.#decode } : statement;
  }
}

/**
 * The text with its indentation folded, since it travels with every batch, and with each placeholder bound once however
 * often it is named (`?1`). No literal of ours holds two spaces, a newline or a question mark.
 */
function compile(source: SQL): { sql: string; names: string[] } {
  const { sql: text, params } = dialect.sqlToQuery(source);
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
  if (is(param, Placeholder)) return param.name;
  throw new Error("A template holds values in placeholders only: it is compiled once for all requests.");
}

/** Templates that differ by a few words (an order, a filter), each made once. */
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
    made.set(name, template);
    return template;
  };
}

type TableColumns<T extends SQLiteTable, Prefix extends string> = {
  [K in keyof T["_"]["columns"] & string as `${Prefix}${K}`]: SQL<GetColumnData<T["_"]["columns"][K]>>;
};

/** All columns of a table under its alias in the statement, each named `<prefix><column>` in the row. */
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

/** The same columns where a left join may have found nothing. */
export function nullable<C extends Columns>(columns: C): { [K in keyof C]: SQL<Value<C[K]> | null> } {
  const entries = Object.entries(columns).map(([name, value]) => [name, sql`${value}`]);
  return Object.fromEntries(entries);
}
