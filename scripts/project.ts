// Where the project's files are, whatever folder a script is started from.
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "..");
export const configPath = join(projectRoot, "wrangler.toml");
export const migrationsFolder = join(projectRoot, "drizzle");
