// A server that is killed: completed pushes persist, unfinished ones leave nothing, and unreported events are reported
// after the restart.
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createClient } from "@libsql/client/web";
import { expect, inject, test } from "vitest";
import { boot, type Server } from "../../../scripts/boot.ts";
import { packOf, wholeEntry } from "../../git/pack/pack-bytes.ts";
import { root, unique } from "../../support/actors.ts";
import { copyMigrated } from "../../support/empty-server.ts";
import type { Project } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";
import { commandPackets } from "./raw-push.ts";

const token = "a-token-for-one-test";
const headers = { "PRIVATE-TOKEN": token };
const missing = "1234567890123456789012345678901234567890";

interface Killable {
  readonly server: Server;
  kill(): Promise<void>;
}

/** A separate server for this test, with its state in a folder. */
async function bootIn(stateDir: string): Promise<Killable> {
  const workers: ChildProcess[] = [];
  const collect = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => basename(child.spawnfile) === "workerd" && workers.push(child));
  };
  subscribe("child_process", collect);
  try {
    const [database, bundle] = [inject("database"), inject("bundle")];
    const vars = { ROOT_TOKEN: token };
    const server = await boot({ port: 0, stateDir, database, vars, bundle });
    const kill = async () => {
      const running = workers.filter((worker) => worker.exitCode === null && worker.signalCode === null);
      const ended = running.map((worker) => once(worker, "exit"));
      for (const worker of running) worker.kill("SIGKILL");
      expect(await Promise.all(ended)).toEqual(running.map(() => [null, "SIGKILL"]));
      await server.dispose();
    };
    return { server, kill };
  } finally {
    unsubscribe("child_process", collect);
  }
}

/** Runs a statement on that server's database. */
async function execute({ libsqlUrl, d1 }: Server, statement: string): Promise<void> {
  if (libsqlUrl === null) await (await d1()).prepare(statement).run();
  else await createClient({ url: libsqlUrl }).execute(statement);
}

async function createProjectOn({ url }: Server): Promise<Project> {
  const body = new URLSearchParams({ name: unique("project") });
  return (await fetch(`${url.origin}/api/v3/projects`, { method: "POST", headers, body })).json();
}

const readProject = async ({ url }: Server, { id }: Project): Promise<Project & { default_branch: string | null }> =>
  (await fetch(`${url.origin}/api/v3/projects/${id}`, { headers })).json();

const remoteOn = ({ url }: Server, project: Project) =>
  `http://oauth2:${token}@${url.host}/${project.path_with_namespace}.git`;

/** Sends the first half of a push's pack. */
async function sendHalf({ url }: Server, project: Project): Promise<() => void> {
  const entries = Array.from({ length: 500 }, (_, index) => wholeEntry(`${index} ${"x".repeat(2000)}`));
  const body = Buffer.concat([commandPackets([{ name: "refs/heads/main", after: missing }]), packOf(entries)]);
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => {}); // The connection is cut off below.
  const head = [
    `POST /${project.path_with_namespace}.git/git-receive-pack HTTP/1.1`,
    `Host: ${url.host}`,
    `PRIVATE-TOKEN: ${token}`,
    "Content-Type: application/x-git-receive-pack-request",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body.subarray(0, body.length / 2), resolve));
  return () => socket.destroy();
}

test("after a kill an acknowledged push is reported, and an unfinished one never happened", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-lost-"));
  const stateDir = join(folder, "state");
  await copyMigrated(stateDir);
  try {
    const first = await bootIn(stateDir);
    const [pushed, half] = [await createProjectOn(first.server), await createProjectOn(first.server)];
    await execute(
      first.server,
      "CREATE TRIGGER no_pushes BEFORE INSERT ON pushes BEGIN SELECT RAISE(ABORT, 'no pushes today'); END",
    );
    const hangUp = await sendHalf(first.server, half);
    using work = await WorkingFolder.create(root, pushed);
    const commit = await work.commit({ "a.txt": "a\n" });
    expect(await work.push(remoteOn(first.server, pushed), "main")).toMatchObject({ code: 0 });
    expect((await readProject(first.server, pushed)).default_branch).toBeNull();
    // Its message would need the database.
    const unannounced = await work.push(remoteOn(first.server, pushed), "main:feature");
    expect(unannounced).toMatchObject({ code: 0, stderr: expect.not.stringContaining("remote:") });
    await first.kill();
    hangUp();

    const second = await bootIn(stateDir);
    await execute(second.server, "DROP TRIGGER no_pushes");
    // No request reaches the repository: its alarm reports the push.
    const defaultBranch = async () => (await readProject(second.server, pushed)).default_branch;
    await expect.poll(defaultBranch, { timeout: 60_000 }).toBe("main");
    const remote = remoteOn(second.server, pushed);
    expect(await work.git("ls-remote", remote)).toBe(
      `${commit}\tHEAD\n${commit}\trefs/heads/feature\n${commit}\trefs/heads/main`,
    );
    expect(await work.git("ls-remote", remoteOn(second.server, half))).toBe("");
    expect(await work.push(remoteOn(second.server, half), "main")).toMatchObject({ code: 0 });
    expect((await readProject(second.server, half)).default_branch).toBe("main");
    await second.server.dispose();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
