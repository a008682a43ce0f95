// Where tests keep what they throw away: in memory, if the machine has room there. Databases and repositories wait for
// their disk at every write otherwise, which is half of the time a run takes.
import { accessSync, constants, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Bytes a whole run leaves behind, and as much again. */
const NEEDED = 4 * 2 ** 30;

/** Null where there is no such folder (macOS, Windows), or no room in it (containers have 64 MB by default). */
export function memoryFolder(): string | null {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED ? MEMORY : null;
  } catch {
    return null;
  }
}
