// How the tables of a Durable Object's database come about, and change.
import type { Sql } from "./sql.ts";

/** The statements of each step. What is here has been taken somewhere: new steps are appended. */
export type Steps = readonly (readonly string[])[];

/** Takes the steps that were not taken yet, all or none. */
export function takeSteps(sql: Sql, steps: Steps): void {
  sql.transaction(() => {
    sql.run("create table if not exists schema_steps (step integer primary key)");
    const done = sql.first<{ taken: number }>("select count(*) as taken from schema_steps")?.taken ?? 0;
    for (const [index, statements] of steps.entries()) {
      if (index < done) continue;
      for (const statement of statements) sql.run(statement);
      sql.run("insert into schema_steps (step) values (?)", index);
    }
  });
}
