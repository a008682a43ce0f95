// `npm run db:generate` writes the next migration from src/db/schema.
import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "sqlite", schema: "./src/db/schema/index.ts", out: "./drizzle" });
