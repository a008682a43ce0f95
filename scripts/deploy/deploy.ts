// Deploys: everything between `wrangler login` and a running server. Running it again changes nothing.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { readCommittedConfig } from "./config.ts";
import { waitUntilReady } from "./readiness.ts";
import { risksOf } from "./risky-migrations.ts";
import { chooseRootToken, generatedTokenPath, listSecrets, type RootToken } from "./secrets.ts";
import { type DeployTarget, d1Target, libsqlTarget } from "./target.ts";
import type { DeployTools } from "./tools.ts";
import { jsonIn } from "./wrangler.ts";

export interface DeployOptions {
  /** Null for D1. */
  readonly libsqlUrl: string | null;
  /** Apply migrations even if the running Worker may not survive them. */
  readonly acceptRisks: boolean;
}

/** @throws Failure that says what to do next */
export async function deploy(tools: DeployTools, { libsqlUrl, acceptRisks }: DeployOptions): Promise<void> {
  await requireLogin(tools);
  const committed = await readCommittedConfig();
  const target =
    libsqlUrl === null ? await d1Target(committed, tools) : libsqlTarget(committed, libsqlUrl, tools.libsqlAuthToken);
  await writeFile(tools.configPath, target.config);
  // Everything that can fail without a trace comes before the database changes.
  const tag = await buildTag(tools, target.secrets);
  const runningTag = await readRunningTag(tools);
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

async function requireLogin({ wrangler }: DeployTools): Promise<void> {
  const { code } = await wrangler.attempt(["whoami", "--json"]);
  if (code !== 0) throw new Failure("You are not logged in to Cloudflare. Run npx wrangler login, then try again.");
}

interface DeploymentStatus {
  readonly versions: readonly { readonly version_id: string }[];
}

interface Version {
  readonly annotations?: { readonly "workers/tag"?: string };
}

/** The tag of the version that serves requests; null before the first deployment, empty for a version without a tag. */
async function readRunningTag({ wrangler, configPath }: DeployTools): Promise<string | null> {
  const next = "Nothing was deployed. Try again in a minute.";
  const status = await wrangler.runIfDeployed(["deployments", "status", "--json", "--config", configPath], next);
  const [version] = (status === null ? null : jsonIn<DeploymentStatus>(status))?.versions ?? [];
  if (version === undefined) return null;
  const view = await wrangler.run(["versions", "view", version.version_id, "--json", "--config", configPath], next);
  return jsonIn<Version>(view)?.annotations?.["workers/tag"] ?? "";
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

/** Builds the Worker without uploading it, and names bundle, configuration and given secrets by their hash. */
async function buildTag(
  { wrangler, configPath }: DeployTools,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const outdir = await mkdtemp(join(tmpdir(), "tributary-build-"));
  try {
    await wrangler.run(
      ["deploy", "--dry-run", "--outdir", outdir, "--config", configPath],
      "Fix the build, then try again.",
    );
    const hash = createHash("sha256")
      .update(await readFile(configPath))
      .update(JSON.stringify(secrets));
    for (const file of (await readdir(outdir)).filter((name) => name.endsWith(".js")).sort()) {
      hash.update(await readFile(join(outdir, file)));
    }
    return `trb-${hash.digest("hex").slice(0, 16)}`;
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

/** @returns the URL of the Worker; null when wrangler reports none */
async function upload(
  { wrangler, configPath, print }: DeployTools,
  tag: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-secrets-"));
  const file = join(folder, "secrets.json");
  try {
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    const secretArgs = Object.keys(secrets).length === 0 ? [] : ["--secrets-file", file];
    print("Deploying the Worker.");
    const next = "The database is migrated and the former version still runs. Fix the cause, then try again.";
    return await wrangler.deploy(["--tag", tag, ...secretArgs, "--config", configPath], next);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function showResult(tools: DeployTools, url: string | null, rootToken: RootToken | null): Promise<void> {
  const { print } = tools;
  if (rootToken?.isGenerated) print(`The administrator's token is in ${generatedTokenPath(tools)}. Keep it safe.`);
  if (url === null) {
    print("Deployed. Wrangler reported no URL: find it with npx wrangler deployments status.");
    return;
  }
  await waitUntilReady(url, tools.readinessPause);
  const token = rootToken?.isGenerated ? `$(cat ${generatedTokenPath(tools)})` : "YOUR_TOKEN";
  print(`Tributary runs at ${url}\n\n  curl -H "PRIVATE-TOKEN: ${token}" ${url}/api/v3/groups`);
}
