// The server that `npm start` starts, without npm, for what depends on how it is configured.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/ports.ts";
import { projectRoot } from "../scripts/project.ts";

export interface StartedServer {
  readonly url: URL;
  stop(): Promise<void>;
}

export interface InspectedServer extends StartedServer {
  readonly inspectorUrl: URL;
}

/** With V8's inspector. @throws Error as {@link startServer} */
export async function startInspectedServer(stateDir: string, rootToken: string): Promise<InspectedServer> {
  const address = `127.0.0.1:${await freePort()}`;
  const server = await startServer(stateDir, rootToken, { INSPECTOR_ADDRESS: address });
  return { ...server, inspectorUrl: new URL(`http://${address}`) };
}

/** @throws Error if it ends before it is ready; it prints the reason itself */
export async function startServer(
  stateDir: string,
  rootToken: string,
  more: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const port = String(await freePort());
  const server = spawn("sh", ["scripts/start.sh"], {
    cwd: projectRoot,
    env: { ...process.env, PORT: port, STATE_DIR: stateDir, ROOT_TOKEN: rootToken, ...more },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = new URL(`http://127.0.0.1:${port}`);
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error("The server did not start");
    await sleep(50);
  }
  const stop = async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  };
  return { url, stop };
}

const isReady = (url: URL): Promise<boolean> =>
  fetch(new URL("/-/health", url)).then(
    ({ ok }) => ok,
    () => false,
  );
