// Absolute paths of the project's files, independent of the working directory.
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "..");
export const configPath = join(projectRoot, "wrangler.toml");
export const migrationsFolder = join(projectRoot, "drizzle");
