// Lints the description of the API with Redocly's rules: `npm run openapi:lint`.
import { readFile } from "node:fs/promises";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Failure, run } from "../failure.ts";
import { documentPath, documentPathOfV4, ensureDocument } from "./write.ts";

const rules = {
  // GitLab's paths: `/projects/{id}` and `/projects/owned` are matched in order.
  "no-ambiguous-paths": "off",
  // Signing in by password is always refused.
  "operation-2xx-response": "off",
} as const;

await run(async () => {
  await ensureDocument();
  const config = await createConfig({ extends: ["recommended"], rules });
  const found = await Promise.all(
    [documentPath, documentPathOfV4].map(async (path) =>
      lintFromString({ source: await readFile(path, "utf8"), absoluteRef: path, config }),
    ),
  );
  const problems = found.flat();
  const lines = problems.map(({ ruleId, message, location }) => `${location[0]?.pointer} ${message} (${ruleId})`);
  if (lines.length > 0)
    throw new Failure(`The description of the API has ${lines.length} faults:\n${lines.join("\n")}`);
});
