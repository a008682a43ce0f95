// Programs that are too large to be dependencies of this project, installed from the npm registry when a test needs them.
import { execFile } from "node:child_process";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const cache = join(import.meta.dirname, "../../node_modules/.cache/large-clients");

/**
 * Installs packages once, without running their install scripts.
 * @param packages `name@version`
 * @returns the folder that has their `node_modules`
 */
export async function installed(...packages: string[]): Promise<string> {
  const folder = join(cache, packages.join("+").replaceAll("/", "_"));
  if (await exists(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "package.json"), "{}");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  try {
    await promisify(execFile)("npm", ["install", ...options, ...packages], { cwd: unfinished });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
