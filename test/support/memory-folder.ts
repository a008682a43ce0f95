// Finds an in-memory folder for temporary files, if the machine has room. On disk, databases and repositories wait for
// every write, which takes half of a run's time.
import { accessSync, constants, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Bytes; twice as much as a whole run leaves behind. */
const NEEDED = 4 * 2 ** 30;

/** Null if there is no such folder (macOS, Windows) or too little room in it (containers have 64 MB by default). */
export function memoryFolder(): string | null {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED ? MEMORY : null;
  } catch {
    return null;
  }
}
