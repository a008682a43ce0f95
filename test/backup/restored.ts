// Fixtures: one full instance and its archive, for all tests of a process. They must not change it.
import { once } from "../support/once.ts";
import { onServer, type ServerInProcess, server, startInProcess } from "../support/server.ts";
import { type Folder, runExport, runImport, temporaryFolder } from "./archives.ts";
import { createFullInstance, type FullInstance } from "./world.ts";

export interface Exported {
  readonly source: ServerInProcess;
  readonly instance: FullInstance;
  readonly folder: Folder;
  /** Path of the archive. */
  readonly archive: string;
}

export const exported = once(async (): Promise<Exported> => {
  const source = await startInProcess(server.origin);
  const instance = await onServer(source, createFullInstance);
  const folder = temporaryFolder();
  const archive = folder.file("instance.tar");
  await runExport(source, archive);
  return { source, instance, folder, archive };
});

/** A new instance with the archive restored into it. */
export async function restore(): Promise<ServerInProcess> {
  const { archive } = await exported();
  const target = await emptyInstance();
  await runImport(target, archive);
  return target;
}

export const emptyInstance = (): Promise<ServerInProcess> => startInProcess(server.origin);
