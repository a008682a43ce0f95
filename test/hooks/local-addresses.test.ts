// A server that is not for local development: its hooks reach only the internet. In test/api/v3/hooks/forbidden-targets,
// one server becomes such a server.
import { expect, test } from "vitest";
import { Receiver } from "../api/v3/hooks/receiver.ts";
import { OwnWorker } from "../support/own-worker.ts";
import { migratedD1 } from "../support/runtime/migrated-d1.ts";

test("a hook with a local address is refused, and an existing one is no longer delivered to", async () => {
  await using receiver = await Receiver.start();
  const database = await migratedD1();
  const before = await OwnWorker.start({ HOOKS_ALLOW_LOCAL: "true" }, { database });
  const after = await OwnWorker.start({ HOOKS_ALLOW_LOCAL: "false" }, { database });
  const { id } = await before.ok("POST", "/projects", { body: { name: "project" } });
  const hooks = `/projects/${id}/hooks`;
  const existing = await before.ok("POST", hooks, { body: { url: receiver.url, issues_events: true } });
  await before.ok("POST", `/projects/${id}/issues`, { body: { title: "One" } });
  await receiver.first(1);

  for (const url of [receiver.url, "http://hooks.example.org/", "https://localhost/"]) {
    const { status, body } = await after.call("POST", hooks, { token: after.token, body: { url } });
    expect([status, body]).toEqual([422, { error: "Invalid url given" }]);
  }
  await after.ok("POST", hooks, { body: { url: "https://hooks.example/", issues_events: false } });
  await after.ok("POST", `/projects/${id}/issues`, { body: { title: "Two" } });
  await after.settle();
  const [newest] = await after.ok("GET", `${hooks}/${existing.id}/deliveries`);
  expect(newest).toMatchObject({ response_status: null, error: "This server sends nothing to that address" });
  expect(receiver.deliveries).toHaveLength(1);
});
