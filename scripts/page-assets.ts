// Copies the stylesheet, the icon and the modules of the web pages into the folder of static assets, with highlight.js and
// a grammar for each language.
import { copyFile, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assetsFolder, projectRoot } from "./project.ts";

/** Folders of packages whose files become static assets, from the project's root. */
export const assetPackages: readonly string[] = ["node_modules/@highlightjs/cdn-assets"];

const source = join(projectRoot, "src/pages/assets");
const highlighter = join(projectRoot, "node_modules/@highlightjs/cdn-assets");

export async function writePageAssets(): Promise<void> {
  const folder = join(assetsFolder, "-/assets");
  await mkdir(join(folder, "hljs"), { recursive: true });
  await cp(source, folder, { recursive: true });
  const { languages } = await importLanguages();
  await Promise.all([
    copyFile(join(highlighter, "LICENSE"), join(folder, "hljs/LICENSE.txt")),
    copyFile(join(highlighter, "es/core.min.js"), join(folder, "hljs/core.js")),
    ...languages.map((name) =>
      copyFile(join(highlighter, `es/languages/${name}.min.js`), join(folder, `hljs/${name}.js`)),
    ),
  ]);
}

/** The module is JavaScript, because browsers load it as it is. */
const importLanguages = (): Promise<{ languages: readonly string[] }> => import(join(source, "code-lines.js"));
