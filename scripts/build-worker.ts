// `npm run build`: writes what wrangler uploads, dist/worker and dist/assets. wrangler runs it, see wrangler.toml.
// `--libsql` adds the libSQL driver.
import { parseArgs } from "node:util";
import { buildForUpload } from "./build.ts";
import { run } from "./failure.ts";
import { writeDocument } from "./openapi/write.ts";

const { libsql } = parseArgs({ options: { libsql: { type: "boolean", default: false } } }).values;

await run(async () => {
  await writeDocument();
  await buildForUpload(libsql ? "libsql" : "d1");
});
