// The copies of a server's state that `npm start -- --preview NAME` serves, in the folder `previews` of that state.
import { existsSync, rmSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { assertPortFree } from "../ports.ts";
import { type Claim, claimPath, claimState, isClaimed } from "../state-claim.ts";
import { copyDatabases } from "./copy-state.ts";

const folderOfCopies = (stateDir: string): string => join(stateDir, "previews");

/** Deletes the copies that no server uses, which a killed one has left. Nothing else in the folder was claimed. */
export async function removeLeftCopies(stateDir: string): Promise<void> {
  const names = await readdir(folderOfCopies(stateDir)).catch(() => []);
  for (const name of names) {
    const folder = join(folderOfCopies(stateDir), name);
    if (existsSync(claimPath(folder)) && !(await isClaimed(folder))) await rm(folder, { recursive: true, force: true });
  }
}

export interface CopyOptions {
  readonly stateDir: string;
  /** Its name. */
  readonly preview: string;
  readonly database: "d1" | "libsql";
  /** The process that will serve the copy, and its port. */
  readonly server: Claim;
}

const D1_FOLDER = "v3/d1/miniflare-D1DatabaseObject";
const LIBSQL_FOLDER = "libsql/dbs/default";

/**
 * Copies the state. Deletes the copy if this process ends with a failure or by a signal, except SIGKILL.
 *
 * @returns the folder of the copy
 * @throws Failure for a name that another preview has, and for a state without that database
 */
export async function copyForPreview({ stateDir, preview, database, server }: CopyOptions): Promise<string> {
  if (!/^[a-z0-9][a-z0-9._-]{0,59}$/i.test(preview)) {
    throw new Failure(
      `${JSON.stringify(preview)} cannot name a preview: use up to 60 letters, digits, dots, dashes and underscores.`,
    );
  }
  const databaseFolder = database === "d1" ? D1_FOLDER : LIBSQL_FOLDER;
  if (!existsSync(join(stateDir, databaseFolder))) {
    const [missing, other] = database === "d1" ? ["D1", "with --libsql"] : ["libSQL", "without --libsql"];
    throw new Failure(
      `${stateDir} has no ${missing} database to copy. Try again ${other} if it uses the other kind, or run npm start once.`,
    );
  }
  await assertPortFree(server.port);
  const folder = join(folderOfCopies(stateDir), preview);
  await claimState(folder, server, "choose another name");
  deleteOnFailure(folder);
  await copyDatabases(stateDir, folder, [databaseFolder, "v3/do"]);
  // On demand: an older Node, on which the above fails, has no node:sqlite to import.
  const { silenceCopy } = await import("./silence-copy.ts");
  await silenceCopy({ databases: join(folder, databaseFolder), objects: join(folder, "v3/do") });
  return folder;
}

/** Otherwise the server has it, and deletes it at its end. */
function deleteOnFailure(folder: string): void {
  process.on("exit", (code) => {
    if (code !== 0) rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}
