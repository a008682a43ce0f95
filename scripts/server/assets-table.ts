// The static assets by path, for the Worker that serves them locally.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

export interface Asset {
  /** Its Content-Type; null where Cloudflare sends none. */
  readonly type: string | null;
  /** Hash of the content. */
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** @returns assets by the path of their URL, such as `/docs/index.html` */
export async function assetsIn(folder: string): Promise<Readonly<Record<string, Asset>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const assets = files.sort().map(async (file): Promise<[string, Asset]> => {
    const etag = createHash("sha256")
      .update(await readFile(file))
      .digest("hex")
      .slice(0, 32);
    return [`/${relative(folder, file).split(sep).join("/")}`, { type: types[extname(file)] ?? null, etag }];
  });
  return Object.fromEntries(await Promise.all(assets));
}
