// Keeps what was built, each build in a folder that is named by a hash of its inputs. Servers read it there.
import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

const MOST_BUILDS = 8;

/** Milliseconds. A start that migrates its database first reads the modules seconds after it has got their folder. */
const IN_USE = 600_000;

/**
 * Returns the folder of what was made of the same inputs before, or makes it. Nothing in it changes any more, and for ten
 * minutes after each use it is not evicted.
 *
 * @param key hash of the inputs
 * @param make writes into an empty folder
 */
export async function cached(cache: string, key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, key);
  if (await noteUse(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, "unfinished-"));
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have made the same meanwhile.
    if (!(await noteUse(folder))) throw error;
  }
  await evictUnused(cache);
  return folder;
}

/** Keeps a build for another ten minutes. Returns false if there is none. */
export const noteUse = (folder: string): Promise<boolean> => {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
};

/** Evicts all but the builds that were used last. Those that were never finished are evicted like the others. */
async function evictUnused(cache: string): Promise<void> {
  const folders = readdirSync(cache).map((name) => join(cache, name));
  const aged = folders.map((folder) => ({ folder, usedAt: usedAt(folder) }));
  const others = aged.sort((one, other) => other.usedAt - one.usedAt).slice(MOST_BUILDS);
  for (const { folder } of others) {
    const evicted = `${folder}-${randomUUID()}`;
    if (takeUnused(folder, evicted)) await rm(evicted, { recursive: true, force: true });
  }
}

/** Renames the folder at once, so that nobody finds a part of it. Returns false if it is in use or was taken already. */
function takeUnused(folder: string, evicted: string): boolean {
  if (Date.now() - usedAt(folder) < IN_USE) return false;
  try {
    renameSync(folder, evicted);
    return true;
  } catch {
    return false;
  }
}

/** 0 if the folder does not exist, as when another process has evicted it. */
const usedAt = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
