// A repository's data after its server is killed, and after its project is deleted.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../support/api.ts";
import { WorkingFolder } from "../support/git.ts";
import { noise } from "../support/noise.ts";
import { OwnServer } from "../support/own-server.ts";

/** Each test starts a server. */
const LONG = 120_000;

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
}, LONG);

afterAll(() => server[Symbol.asyncDispose]());

interface Project {
  readonly id: number;
  readonly origin: string;
  readonly path_with_namespace: string;
}

async function createProject(server: OwnServer, name: string): Promise<Project> {
  const answer = await server.call("/projects", { method: "POST", body: new URLSearchParams({ name }) });
  expect(answer.status).toBe(201);
  return { ...(await answer.json()), origin: server.origin };
}

async function pushed(server: OwnServer, project: Project, megabytes: number): Promise<WorkingFolder> {
  const folder = await WorkingFolder.create(new Caller(server.token), project);
  for (let number = 1; number <= megabytes; number += 1) folder.write({ [`${number}.bin`]: noise(`${number}`, 1e6) });
  await folder.commit();
  expect(await folder.push()).toMatchObject({ code: 0 });
  return folder;
}

/** Size in bytes of all repositories on disk. */
async function repositoryBytes({ stateDir }: OwnServer): Promise<number> {
  const folder = join(stateDir, "v3/do");
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

test("a deleted project leaves nothing of its repository behind", { timeout: LONG }, async () => {
  const project = await createProject(server, "large");
  using _ = await pushed(server, project, 10);
  expect(await repositoryBytes(server)).toBeGreaterThan(10_000_000);
  expect((await server.call(`/projects/${project.id}`, { method: "DELETE" })).status).toBe(200);
  expect(await repositoryBytes(server)).toBeLessThan(1_000_000);
});

test("a fork is complete although the server was killed during the copy", { timeout: LONG }, async () => {
  const source = await createProject(server, "source");
  using folder = await pushed(server, source, 12);
  const group = await server.call("/groups", { method: "POST", body: new URLSearchParams({ name: "g", path: "g" }) });
  expect(group.status).toBe(201);
  const answer = await server.call(`/projects/fork/${source.id}?namespace=g`, { method: "POST" });
  expect(answer.status).toBe(201);
  const fork: Project = { ...(await answer.json()), origin: server.origin };
  await server.end("SIGKILL");
  await server.start();
  using clone = await WorkingFolder.clone(new Caller(server.token), fork);
  await clone.git("fsck", "--strict");
  expect(await clone.git("rev-parse", "HEAD")).toBe(await folder.git("rev-parse", "HEAD"));
});
