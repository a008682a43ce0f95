// What replaces modules of the platform in the processes of the tests: paths by names.
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export const replacedModules = {
  "cloudflare:workers": join(root, "test/support/runtime/workers.ts"),
  // as in wrangler.toml
  "@libsql/client/http": join(root, "src/db/without-libsql.ts"),
};
