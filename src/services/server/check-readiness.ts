// Checks whether this deployment can serve requests: database, migrations, Durable Objects.
import type { Database } from "../../db/database.ts";
import { findNewestMigration, NEWEST_MIGRATION } from "../../db/queries/server/migrations.ts";
import type { Couriers } from "../../durable-objects/couriers.ts";

/** `pending`: the database lacks a migration of this build. `ahead`: it has newer ones, as after a rollback. */
export type MigrationState = "ok" | "pending" | "ahead" | "unknown";

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: {
    readonly database: "ok" | "failed";
    readonly migrations: MigrationState;
    readonly durable_objects: "ok" | "failed";
  };
}

/** Never rejects: failures are logged, and reported as failed checks. */
export async function checkReadiness(db: Database, couriers: Couriers): Promise<Readiness> {
  const [newest, objects] = await Promise.allSettled([readNewestMigration(db), couriers.ping()]);
  if (newest.status === "rejected") console.error("The database failed its readiness check", newest.reason);
  if (objects.status === "rejected") console.error("Durable Objects failed their readiness check", objects.reason);
  const checks = {
    database: newest.status === "fulfilled" ? "ok" : "failed",
    migrations: newest.status === "fulfilled" ? compareMigrations(newest.value) : "unknown",
    durable_objects: objects.status === "fulfilled" ? "ok" : "failed",
  } as const;
  const isMigrated = checks.migrations === "ok" || checks.migrations === "ahead";
  return { isReady: isMigrated && checks.durable_objects === "ok", checks };
}

/** Null if no migration was applied. */
async function readNewestMigration(db: Database): Promise<string | null> {
  const [[newest]] = await db.batch(findNewestMigration());
  return newest?.name ?? null;
}

/** @param applied the newest migration of the database */
export function compareMigrations(applied: string | null): MigrationState {
  if (applied === NEWEST_MIGRATION) return "ok";
  return applied !== null && applied > NEWEST_MIGRATION ? "ahead" : "pending";
}
