// `npm run deploy`, see docs/deploy.md.
import { parseArgs } from "node:util";
import { deploy } from "./deploy/deploy.ts";
import { deployTools } from "./deploy/tools.ts";
import { Failure, run } from "./failure.ts";

function readArguments() {
  try {
    return parseArgs({ options: { libsql: { type: "string" }, yes: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}. The arguments are --libsql URL and --yes.`);
  }
}

await run(async () => {
  const { libsql, yes } = readArguments();
  await deploy(deployTools(), { libsqlUrl: libsql ?? null, acceptRisks: yes });
});
