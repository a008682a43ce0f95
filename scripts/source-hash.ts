// Hashes sources, to keep what is built from them as long as they are the same.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "./project.ts";

/**
 * @param salt what the result depends on besides the files
 * @param folders whose sources count, at any depth: TypeScript, JavaScript, JSON, styles, pictures and Markdown
 * @param files single files; all paths are relative to the project
 */
export async function hashSources(salt: string, folders: readonly string[], files: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(salt);
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(projectRoot, folder), { recursive: true })).map((path) => join(folder, path)),
    ),
  );
  const paths = [...files, ...found.flat().filter((path) => /\.(tsx?|js|json|css|svg|md)$/.test(path))];
  const contents = await Promise.all(
    paths.sort().map(async (path) => [path, await readFile(join(projectRoot, path))] as const),
  );
  for (const [path, content] of contents) hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest("hex").slice(0, 16);
}
