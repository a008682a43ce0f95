// Names a build by its hash, so that a deployment that would change nothing is recognised.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { DeployTools } from "./tools.ts";

/** Builds the Worker without uploading it, and names bundle, assets, configuration and given secrets by their hash. */
export async function buildTag(
  { wrangler, configPath, assetsFolder }: Pick<DeployTools, "wrangler" | "configPath" | "assetsFolder">,
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
    for (const file of await filesBelow(assetsFolder))
      hash.update(file).update(await readFile(join(assetsFolder, file)));
    return `trb-${hash.digest("hex").slice(0, 16)}`;
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}
