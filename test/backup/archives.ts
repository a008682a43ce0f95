// Runs the backup commands in this process, against servers of the tests.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { exportArchive } from "../../scripts/backup/export.ts";
import { type ImportOptions, importArchive } from "../../scripts/backup/import.ts";
import { verifyArchive } from "../../scripts/backup/verify.ts";
import { folderOfProcess } from "../support/programs.ts";
import type { TestServer } from "../support/server.ts";

export interface Folder extends Disposable {
  file(name: string): string;
}

/** Deleted with the process unless it is disposed of before. */
export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(folderOfProcess(), "backup-"));
  return {
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  };
}

export interface RunOptions {
  readonly only?: string;
  readonly into?: string;
  readonly token?: string;
  readonly mostBytes?: number;
  /** Takes the place of the server's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** `fetch` of a server, with the types of the platform's. */
export const fetchOf = (server: TestServer): typeof fetch =>
  ((url: string, init: RequestInit) => server.fetch(String(url), init)) as typeof fetch;

/** Returns the lines that were printed. */
export async function runExport(server: TestServer, file: string, options: RunOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  await exportArchive({
    url: server.origin,
    token: options.token ?? inject("rootToken"),
    file,
    only: options.only ?? null,
    fetch: options.fetch ?? fetchOf(server),
    pause: 0,
    print: (line) => lines.push(line),
  });
  return lines;
}

/** Returns the lines that were printed. */
export const runImport = (server: TestServer, file: string, options: RunOptions = {}): Promise<string[]> =>
  runWith(importArchive, server, file, options);

/** Returns the lines that were printed. */
export const runVerification = (server: TestServer, file: string, options: RunOptions = {}): Promise<string[]> =>
  runWith(verifyArchive, server, file, options);

async function runWith(
  command: (options: ImportOptions) => Promise<void>,
  server: TestServer,
  file: string,
  options: RunOptions,
): Promise<string[]> {
  const lines: string[] = [];
  await command({
    url: server.origin,
    token: options.token ?? inject("rootToken"),
    file,
    into: options.into ?? null,
    ...(options.mostBytes !== undefined && { mostBytes: options.mostBytes }),
    fetch: options.fetch ?? fetchOf(server),
    pause: 0,
    print: (line) => lines.push(line),
  });
  return lines;
}
