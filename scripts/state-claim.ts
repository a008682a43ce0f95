// Ensures that one server at a time uses a state folder: two would lock each other's databases.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Failure } from "./failure.ts";

export interface Claim {
  readonly pid: number;
  readonly port: number;
}

/** Milliseconds until a starting server listens, at most. */
const LONGEST_START = 60_000;
/** Milliseconds until a server ends after a signal, at most. */
const LONGEST_END = 3_000;

/**
 * Claims the folder for a process. The claim expires with the process, even if that is killed.
 *
 * @param own the process that serves it, and its port
 * @param alternative to ending the other server, for the message
 * @throws Failure if another server uses the folder, or is starting
 */
export async function claimState(
  stateDir: string,
  own: Claim,
  alternative = "choose another STATE_DIR",
): Promise<void> {
  await mkdir(stateDir, { recursive: true });
  const path = claimPath(stateDir);
  let claim = await findClaim(path);
  for (const until = Date.now() + LONGEST_END; claim !== null && Date.now() < until; claim = await findClaim(path)) {
    await setTimeout(250);
  }
  if (claim !== null) {
    throw new Failure(
      `${stateDir} is in use by the server on port ${claim.port} (process ${claim.pid}): end that one, or ${alternative}.`,
    );
  }
  await writeFile(path, JSON.stringify(own));
}

/** True while a server uses the folder. */
export const isClaimed = async (stateDir: string): Promise<boolean> => (await findClaim(claimPath(stateDir))) !== null;

/** Where a claim is kept. */
export const claimPath = (stateDir: string): string => join(stateDir, "server.json");

/** Returns null for an expired claim. */
async function findClaim(path: string): Promise<Claim | null> {
  const claim = await readClaim(path);
  if (claim === null || !isAlive(claim.pid)) return null;
  return (await isListening(claim.port)) || (await isFresh(path)) ? claim : null;
}

async function readClaim(path: string): Promise<Claim | null> {
  try {
    return claimOf(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    // A truncated claim is void.
    if (isAbsent || error instanceof SyntaxError) return null;
    throw error;
  }
}

const claimOf = (json: unknown): Claim => json as Claim;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

const isFresh = async (path: string): Promise<boolean> => Date.now() - (await stat(path)).mtimeMs < LONGEST_START;
