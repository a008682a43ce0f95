// Runs `npm run import:gitlab` in this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type GitLabImportOptions, importFromGitLab } from "../../../scripts/gitlab-import/import.ts";
import type { TestServer } from "../../support/server.ts";

export interface Folder extends Disposable {
  readonly path: string;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "tributary-gitlab-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

export type RunOptions = Pick<GitLabImportOptions, "from" | "sourceToken" | "what"> & Partial<GitLabImportOptions>;

/** Returns the lines that were printed. */
export async function runImport(target: TestServer, folder: Folder, options: RunOptions): Promise<string[]> {
  const lines: string[] = [];
  await importFromGitLab({
    into: null,
    url: target.origin,
    token: inject("rootToken"),
    folder: folder.path,
    fetch: ((url: string, init: RequestInit) => target.fetch(String(url), init)) as typeof fetch,
    pause: 0,
    print: (line) => lines.push(line),
    ...options,
  });
  return lines;
}
