// Absolute paths of the project's files, independent of the working directory.
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "..");
export const configPath = join(projectRoot, "wrangler.toml");
export const migrationsFolder = join(projectRoot, "drizzle");
/** As in wrangler.toml; the path of an asset below it is that of its URL. */
export const assetsFolder = join(projectRoot, "dist/assets");
