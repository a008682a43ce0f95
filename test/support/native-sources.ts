// The processes of the tests start with this module (`execArgv` in vitest.config.ts). It has Node load `src` itself, which
// takes less time than Vite's module runner, and makes calls between modules cheaper. Node removes types and keeps the
// positions of the code; `compiled-pages.ts` compiles JSX.
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compiledPage } from "./compiled-pages.ts";
import { replacedModules } from "./replaced-modules.ts";

const sources = new URL("../../src/", import.meta.url).href;

const replacements = new Map(Object.entries(replacedModules).map(([name, path]) => [name, pathToFileURL(path).href]));

/** The URL of what a module of `src` imports, or null if Node has to find it. */
function urlOf(specifier: string, importer: string | undefined): string | null {
  // Node would find the same, but asks the file system.
  if (specifier.startsWith(".") && importer?.startsWith(sources)) return new URL(specifier, importer).href;
  return replacements.get(specifier) ?? null;
}

registerHooks({
  resolve(specifier, context, next) {
    const url = urlOf(specifier, context.parentURL);
    return url === null ? next(specifier, context) : { url, format: "module-typescript", shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(sources) || !url.endsWith(".tsx")) return next(url, context);
    return { format: "module", source: compiledPage(fileURLToPath(url)), shortCircuit: true };
  },
});
