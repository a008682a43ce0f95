// Recorded events are delivered even if the server is killed before or during their delivery.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { expect, inject, test } from "vitest";
import { boot, type Server } from "../../../../scripts/boot.ts";
import { copyMigrated } from "../../../support/empty-server.ts";
import { OwnServer } from "../../../support/own-server.ts";
import { Receiver } from "./receiver.ts";

const token = "a-token-for-one-test";

type Call = (path: string, body: Record<string, string>) => Promise<{ id: number }>;

const callerOf =
  (origin: string, rootToken: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${origin}/api/v3${path}`, {
      method: "POST",
      headers: { "PRIVATE-TOKEN": rootToken },
      body: new URLSearchParams(body),
    });
    expect(answer.status).toBe(201);
    return answer.json();
  };

/** Runs a statement on that server's database. */
async function execute({ libsqlUrl, d1 }: Server, statement: string): Promise<void> {
  if (libsqlUrl === null) await (await d1()).prepare(statement).run();
  else await createClient({ url: libsqlUrl }).execute(statement);
}

const titlesOf = ({ deliveries }: Receiver): string[] => deliveries.map(({ body }) => body.object_attributes.title);

test("an event without a wake-up is delivered before the next one, but not to newer hooks", async () => {
  await using receiver = await Receiver.start();
  await using later = await Receiver.start();
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-news-"));
  await copyMigrated(stateDir);
  const vars = { ROOT_TOKEN: token, HOOKS_ALLOW_LOCAL: "true" };
  const [database, bundle] = [inject("database"), inject("bundle")];
  const server = await boot({ port: 0, stateDir, database, vars, bundle });
  try {
    const post = callerOf(server.url.origin, token);
    const project = await post("/projects", { name: "project" });
    const path = `/projects/${project.id}`;
    const lost = await post(`${path}/issues`, { title: "Lost" });
    await post(`${path}/hooks`, { url: receiver.url, issues_events: "true" });
    // The state left by a process that dies between its batch and the wake-up.
    await execute(
      server,
      `insert into events (kind, actor_id, project_id, target_id, created_at)
        values ('issue_closed', 1, ${project.id}, ${lost.id}, '2026-01-01T00:00:00.000Z')`,
    );
    await post(`${path}/hooks`, { url: later.url, issues_events: "true" });
    await post(`${path}/issues`, { title: "Next" });
    await receiver.first(2);
    await later.first(1);
    expect(titlesOf(receiver)).toEqual(["Lost", "Next"]);
    expect(titlesOf(later)).toEqual(["Next"]);
  } finally {
    await server.dispose();
    await rm(stateDir, { recursive: true, force: true });
  }
}, 120_000);

test("after a kill the next server finishes pending deliveries without a request", async () => {
  let isStuck = true;
  const never = new Promise<never>(() => {});
  await using receiver = await Receiver.start(() => (isStuck ? never : { status: 200 }));
  await using server = await OwnServer.start({ HOOKS_ALLOW_LOCAL: "true" });
  const post = callerOf(server.origin, server.token);
  const project = await post("/projects", { name: "project" });
  await post(`/projects/${project.id}/hooks`, { url: receiver.url, issues_events: "true" });
  await post(`/projects/${project.id}/issues`, { title: "One" });
  await receiver.first(1);
  await post(`/projects/${project.id}/issues`, { title: "Two" });
  await server.end("SIGKILL");
  isStuck = false;
  await server.start();
  await receiver.first(3);
  expect(titlesOf(receiver)).toEqual(["One", "One", "Two"]);
}, 120_000);
