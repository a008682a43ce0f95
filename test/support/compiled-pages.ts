// The pages as JavaScript: Node removes types by itself, but reads no JSX.
import { SourceMap } from "node:module";
import { join } from "node:path";
import { buildSync } from "esbuild";

const sources = join(import.meta.dirname, "../../src");

let outputs: Map<string, string> | undefined;

/** Compiles all pages by one process of esbuild. @returns the texts of its outputs by path, as if they were beside the pages */
function compileAll(): Map<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [join(sources, "**/*.tsx")],
    outbase: sources,
    outdir: sources,
    format: "esm",
    sourcemap: "external",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

function outputOf(path: string, extension: string): string | undefined {
  outputs ??= compileAll();
  return outputs.get(path.replace(/\.tsx$/, extension));
}

/** @param path of a page's source. @throws Error if it was not there at the first call */
export function compiledPage(path: string): string {
  const code = outputOf(path, ".js");
  if (code === undefined) throw new Error(`${path} has not been compiled`);
  return code;
}

/** Where the compiler took something from. @param position in the compiled page; lines and columns start at 1 */
export function positionInSource(path: string, { line, column }: Position): Position | null {
  const map = outputOf(path, ".js.map");
  if (map === undefined) return null;
  const entry = new SourceMap(JSON.parse(map)).findEntry(line - 1, column - 1);
  return "originalLine" in entry ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 } : null;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}
