// Deploys: everything between `wrangler login` and a running server. Running it again changes nothing.
import { writeFile } from "node:fs/promises";
import { Failure } from "../failure.ts";
import { buildTag } from "./build-tag.ts";
import { readCommittedConfig } from "./config.ts";
import { waitUntilReady } from "./readiness.ts";
import { risksOf } from "./risky-migrations.ts";
import { readRunningVersion } from "./running-version.ts";
import { chooseRootToken, generatedTokenPath, listSecrets, type RootToken, withSecretsFile } from "./secrets.ts";
import { type DeployTarget, d1Target, libsqlTarget } from "./target.ts";
import type { DeployTools } from "./tools.ts";

export interface DeployOptions {
  /** Null for D1. */
  readonly libsqlUrl: string | null;
  /** Apply migrations even if the running Worker may not survive them. */
  readonly acceptRisks: boolean;
}

/** @throws Failure that says what to do next */
export async function deploy(tools: DeployTools, { libsqlUrl, acceptRisks }: DeployOptions): Promise<void> {
  await tools.wrangler.requireLogin();
  const committed = await readCommittedConfig();
  const target =
    libsqlUrl === null ? await d1Target(committed, tools) : libsqlTarget(committed, libsqlUrl, tools.libsqlAuthToken);
  await writeFile(tools.configPath, target.config);
  // Everything that can fail without a trace comes before the database changes.
  const tag = await buildTag(tools, target.secrets);
  const running = await readRunningVersion(tools);
  const runningTag = running === null ? null : (running.annotations?.["workers/tag"] ?? "");
  const secrets = await listSecrets(tools);
  const rootToken = secrets.includes("ROOT_TOKEN") ? null : await chooseRootToken(tools);
  await migrate(tools, target, runningTag !== null, acceptRisks);
  if (rootToken === null && tag === runningTag) {
    tools.print(`This version is deployed already (${tag}): nothing to do.`);
    return;
  }
  const url = await upload(tools, tag, {
    ...target.secrets,
    ...(rootToken !== null && { ROOT_TOKEN: rootToken.value }),
  });
  await showResult(tools, url, rootToken);
}

/** @param isRunning an older build serves requests while the tables change */
async function migrate(
  { print }: DeployTools,
  target: DeployTarget,
  isRunning: boolean,
  acceptRisks: boolean,
): Promise<void> {
  const pending = await target.pending();
  if (pending.length === 0) return;
  const risky = pending.flatMap(({ name, statements }) => {
    const risks = risksOf(statements.join("\n"));
    return risks.length === 0 ? [] : [`  ${name} ${risks.join(", ")}`];
  });
  if (isRunning && risky.length > 0) {
    print(`The running Worker may fail between the migration and the deployment:\n${risky.join("\n")}`);
    if (!acceptRisks) {
      throw new Failure("Nothing was changed. To accept errors for some seconds, run npm run deploy -- --yes");
    }
  }
  print(`Applying ${pending.length} migrations to ${target.name}.`);
  await target.migrate();
}

/** @returns the URL of the Worker; null when wrangler reports none */
async function upload(
  { wrangler, configPath, print }: DeployTools,
  tag: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string | null> {
  print("Deploying the Worker.");
  const next = "The database is migrated and the former version still runs. Fix the cause, then try again.";
  return withSecretsFile(secrets, (secretArgs) =>
    wrangler.deploy(["--tag", tag, ...secretArgs, "--config", configPath], next),
  );
}

async function showResult(tools: DeployTools, url: string | null, rootToken: RootToken | null): Promise<void> {
  const { print } = tools;
  if (rootToken?.isGenerated) print(`The administrator's token is in ${generatedTokenPath(tools)}. Keep it safe.`);
  if (url === null) {
    print("Deployed. Wrangler reported no URL: find it with npx wrangler deployments status.");
    return;
  }
  const next = "Look at npx wrangler tail; npx wrangler rollback restores the former version.";
  await waitUntilReady(url, tools.readinessPause, next);
  const token = rootToken?.isGenerated ? `$(cat ${generatedTokenPath(tools)})` : "YOUR_TOKEN";
  print(`Tributary runs at ${url}\n\n  curl -H "PRIVATE-TOKEN: ${token}" ${url}/api/v3/groups`);
}
