// The text of a statement: Drizzle's `sql` in SQLite's syntax of names and parameters.
import { Column, getTableName, isSQLWrapper, Name, Param, Placeholder, SQL, StringChunk, Table } from "drizzle-orm";

/**
 * A parameter is written `+?`. After every bind, SQLite prepares a cached statement again if the value of a bare
 * parameter could change the plan: in `limit ?`, in `like ?`, or compared with a column in a partial index's condition.
 * Unary plus changes no value of any type, and hides the parameter from the planner.
 */
const PARAMETER = "+?";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A statement's text and the values of its parameters, or their placeholders. */
interface Compiled {
  text: string;
  readonly params: unknown[];
}

/**
 * As `toQuery` of Drizzle's SQL, which takes ten times as long: most writes are compiled for each request. It knows tables,
 * columns, names, values, lists and placeholders, which is what statements are made of.
 *
 * @throws Error for anything else of Drizzle's, such as a subquery, which would become a parameter
 */
export function compileSql(source: SQL): Compiled {
  const to: Compiled = { text: "", params: [] };
  write(source, to);
  return to;
}

function write(part: unknown, to: Compiled): void {
  if (part instanceof StringChunk) for (const text of part.value) to.text += text;
  else if (part instanceof SQL) for (const one of part.queryChunks) write(one, to);
  else if (part instanceof Param) writeParam(part, to);
  else if (part instanceof Name) to.text += quoted(part.value);
  else if (Array.isArray(part)) writeList(part, to);
  else if (part instanceof Column) to.text += `${quoted(getTableName(part.table))}.${quoted(part.name)}`;
  else if (part instanceof Table) to.text += quoted(getTableName(part));
  else if (part !== undefined) addParam(part, to);
}

function addParam(value: unknown, to: Compiled): void {
  if (isSQLWrapper(value) && !(value instanceof Placeholder)) throw new Error("Only Drizzle's `sql` can be compiled.");
  to.text += PARAMETER;
  to.params.push(value);
}

/** Columns convert values: a boolean becomes 0 or 1. */
function writeParam({ value, encoder }: Param, to: Compiled): void {
  const converted: unknown = value === null ? null : encoder.mapToDriverValue(value);
  if (converted instanceof SQL) write(converted, to);
  else addParam(converted, to);
}

function writeList(parts: readonly unknown[], to: Compiled): void {
  to.text += "(";
  for (const [at, part] of parts.entries()) {
    if (at > 0) to.text += ", ";
    write(part, to);
  }
  to.text += ")";
}
