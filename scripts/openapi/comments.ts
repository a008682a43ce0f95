// The comments above endpoints.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project.ts";
import type { ExportedFunction } from "./shapes.ts";

/** The comment above an exported constant, without links of JSDoc and line breaks; empty if there is none. */
export function commentAbove({ file, name }: ExportedFunction): string {
  const source = readFileSync(join(projectRoot, file), "utf8");
  const above = new RegExp(String.raw`/\*\*((?:(?!\*/).)*)\*/\s*export const ${name}\b`, "s").exec(source);
  const [text = ""] = (above?.[1] ?? "").split(/^[\s*]*@/m);
  return text
    .replace(/^\s*\*/gm, "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
}
