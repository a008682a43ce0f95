// One server at a time for one folder of state: two of them would lock each other's databases.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Failure } from "./failure.ts";

interface Claim {
  readonly pid: number;
  readonly port: number;
}

/** Milliseconds a server takes at most until it listens. */
const LONGEST_START = 60_000;
/** And until it has ended, when it was told to. */
const LONGEST_END = 3_000;

/**
 * Writes down that this process serves the folder. A claim ends with its process, however that ends.
 *
 * @throws Failure while another one serves it, or is about to
 */
export async function claimState(stateDir: string, port: number): Promise<void> {
  await mkdir(stateDir, { recursive: true });
  const path = join(stateDir, "server.json");
  let claim = await findClaim(path);
  for (const until = Date.now() + LONGEST_END; claim !== null && Date.now() < until; claim = await findClaim(path)) {
    await setTimeout(250);
  }
  if (claim !== null) {
    throw new Failure(
      `${stateDir} is in use by the server on port ${claim.port} (process ${claim.pid}): end that one, or choose another STATE_DIR.`,
    );
  }
  await writeFile(path, JSON.stringify({ pid: process.pid, port } satisfies Claim));
}

/** Null for one that holds no more. */
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
    // A claim that was cut off is nobody's.
    if (isAbsent || error instanceof SyntaxError) return null;
    throw error;
  }
}

const claimOf = (written: unknown): Claim => written as Claim;

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
