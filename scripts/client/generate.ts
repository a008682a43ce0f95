// `npm run build:client`: writes the npm package tributary-client into dist/client.
import { relative } from "node:path";
import { run } from "../failure.ts";
import { writeDocument } from "../openapi/write.ts";
import { clientFolder, ensureClient } from "./write.ts";

await run(async () => {
  await writeDocument();
  await ensureClient();
  console.log(`The package is in ${relative(process.cwd(), clientFolder)}.`);
});
