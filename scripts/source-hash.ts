// Hashes sources, to keep what is built from them as long as they are the same.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project.ts";

/**
 * Reads without promises, which take three times the CPU for a thousand small files.
 *
 * @param salt what the result depends on besides the files
 * @param folders whose sources count, at any depth: TypeScript, JavaScript, JSON, styles, pictures and Markdown
 * @param files single files; all paths are relative to the project
 * @param leftOut folders below those, whose files do not count
 */
export function hashSources(
  salt: string,
  folders: readonly string[],
  files: readonly string[],
  leftOut: readonly string[] = [],
): string {
  const hash = createHash("sha256").update(salt);
  const found = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const counted = found.filter((path) => !leftOut.some((folder) => path.startsWith(join(folder, "/"))));
  const paths = [...files, ...counted.filter((path) => /\.(tsx?|js|json|css|svg|md)$/.test(path))];
  for (const path of paths.sort()) {
    const content = readFileSync(join(projectRoot, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}
