// The version of the Worker that serves requests.
import type { DeployTools } from "./tools.ts";
import { jsonIn } from "./wrangler.ts";

interface DeploymentStatus {
  readonly versions: readonly { readonly version_id: string }[];
}

/** As in the output of `wrangler versions view --json`. */
export interface Version {
  readonly annotations?: { readonly "workers/tag"?: string };
  readonly resources?: { readonly bindings?: readonly VersionBinding[] };
}

export interface VersionBinding {
  readonly type: string;
  readonly name: string;
  /** Of a D1 database; older versions have `id`. */
  readonly database_id?: string;
  readonly id?: string;
  /** Of a variable. */
  readonly text?: string;
}

/** Null before the first deployment. @throws Failure */
export async function readRunningVersion({
  wrangler,
  configPath,
}: Pick<DeployTools, "wrangler" | "configPath">): Promise<Version | null> {
  const next = "Nothing was deployed. Try again in a minute.";
  const status = await wrangler.runIfDeployed(["deployments", "status", "--json", "--config", configPath], next);
  const [version] = (status === null ? null : jsonIn<DeploymentStatus>(status))?.versions ?? [];
  if (version === undefined) return null;
  const view = await wrangler.run(["versions", "view", version.version_id, "--json", "--config", configPath], next);
  return jsonIn<Version>(view) ?? {};
}
