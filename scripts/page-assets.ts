// Copies the stylesheet, the icon and the modules of the web pages into the folder of static assets.
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assetsFolder, projectRoot } from "./project.ts";

export async function writePageAssets(): Promise<void> {
  const folder = join(assetsFolder, "-");
  await mkdir(folder, { recursive: true });
  await cp(join(projectRoot, "src/pages/assets"), join(folder, "assets"), { recursive: true });
}
