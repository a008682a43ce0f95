// `npm start`: settings from the environment, state that survives, an end that leaves nothing behind.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { freePort } from "../../scripts/ports.ts";

const root = join(import.meta.dirname, "../..");
const token = "a-token-from-the-environment";

interface Started {
  readonly process: ChildProcess;
  readonly output: string;
}

/** Runs the start script until it has said how to end it. */
async function start(port: number, stateDir: string): Promise<Started> {
  const options = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning", "scripts/start.ts"];
  const database = inject("database") === "libsql" ? ["--libsql"] : [];
  const child = spawn(process.execPath, [...options, ...database], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ROOT_TOKEN: token, STATE_DIR: stateDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  while (!output.includes("Ctrl-C ends it.")) {
    const ended = await Promise.race([
      once(child.stdout, "data").then(() => false),
      once(child, "exit").then(() => true),
    ]);
    if (ended) throw new Error(`The server ended before it was ready:\n${output}`);
  }
  return { process: child, output };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const call = (port: number, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/api/v3/groups`, { ...init, headers: { "PRIVATE-TOKEN": token } });

test("it serves on PORT with ROOT_TOKEN, keeps its state in STATE_DIR, and frees the port on Ctrl-C", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-start-"));
  const port = await freePort();
  try {
    const first = await start(port, stateDir);
    expect(first.output).toContain(`http://127.0.0.1:${port}`);
    expect(first.output).toContain(`curl -H 'PRIVATE-TOKEN: ${token}'`);
    expect((await fetch(`http://127.0.0.1:${port}/api/v3/groups`)).status).toBe(401);
    const created = await call(port, { method: "POST", body: new URLSearchParams({ name: "Kept", path: "kept" }) });
    expect(created.status).toBe(201);
    first.process.kill("SIGINT");
    expect(await once(first.process, "exit")).toEqual([0, null]);
    expect(await isListening(port)).toBe(false);

    const second = await start(port, stateDir);
    expect(await (await call(port)).json()).toMatchObject([{ path: "kept" }]);
    second.process.kill("SIGTERM");
    await once(second.process, "exit");
    expect(await isListening(port)).toBe(false);
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
});
