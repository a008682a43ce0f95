// Lints the descriptions of the API with Redocly's rules: `npm run openapi:lint`. One that has passed is linted again when
// it or this file or a dependency has changed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, run } from "../failure.ts";
import { projectRoot } from "../project.ts";
import { hashSources } from "../source-hash.ts";
import { documentPath, documentPathOfV4, ensureDocument, writeAtomically } from "./write.ts";

/** What is used of Redocly, whose own types have 80,000 lines: every check of types would read them. */
interface Redocly {
  createConfig(config: { extends: readonly string[]; rules: Readonly<Record<string, "off">> }): Promise<object>;
  lintFromString(document: { source: string; absoluteRef: string; config: object }): Promise<readonly Problem[]>;
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

const redocly: string = "@redocly/openapi-core";
const importRedocly = (): Promise<Redocly> => import(redocly);

const rules = {
  // GitLab's paths: `/projects/{id}` and `/projects/owned` are matched in order.
  "no-ambiguous-paths": "off",
  // Signing in by password is always refused.
  "operation-2xx-response": "off",
} as const;

/** The hash of what was linted last without a fault. */
const keyPath = (version: string) => join(projectRoot, `dist/openapi-lint-${version}.key`);

const keyOf = (document: string) => hashSources(document, [], ["scripts/openapi/lint.ts", "package-lock.json"]);

/** @returns the faults */
async function lint(path: string, source: string): Promise<string[]> {
  const { createConfig, lintFromString } = await importRedocly();
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems = await lintFromString({ source, absoluteRef: path, config });
  return problems.map(({ ruleId, message, location }) => `${location[0]?.pointer} ${message} (${ruleId})`);
}

await run(async () => {
  await ensureDocument();
  const lines: string[] = [];
  for (const [version, path] of Object.entries({ v3: documentPath, v4: documentPathOfV4 })) {
    const source = await readFile(path, "utf8");
    const key = keyOf(source);
    if ((await readFile(keyPath(version), "utf8").catch(() => "")) === key) continue;
    const faults = await lint(path, source);
    if (faults.length === 0) await writeAtomically(keyPath(version), key);
    lines.push(...faults);
  }
  if (lines.length > 0)
    throw new Failure(`The description of the API has ${lines.length} faults:\n${lines.join("\n")}`);
});
