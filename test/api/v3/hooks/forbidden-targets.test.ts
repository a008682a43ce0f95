// A server that is not for local development: its hooks reach only the internet.
import { expect, test } from "vitest";
import { OwnServer } from "../../../support/own-server.ts";
import { Receiver } from "./receiver.ts";

type Posted = { readonly status: number; readonly body: { readonly id?: number; readonly error?: string } };

async function post(server: OwnServer, path: string, body: Record<string, string>): Promise<Posted> {
  const answer = await server.call(path, { method: "POST", body: new URLSearchParams(body) });
  return { status: answer.status, body: await answer.json() };
}

test("a hook with a local address is refused, and an existing one is no longer delivered to", async () => {
  await using receiver = await Receiver.start();
  const environment: NodeJS.ProcessEnv = { HOOKS_ALLOW_LOCAL: "true" };
  await using server = await OwnServer.start(environment);
  const project = await post(server, "/projects", { name: "project" });
  const path = `/projects/${project.body.id}`;
  expect(await post(server, `${path}/hooks`, { url: receiver.url, issues_events: "true" })).toMatchObject({
    status: 201,
  });
  await post(server, `${path}/issues`, { title: "One" });
  await receiver.first(1);

  environment.HOOKS_ALLOW_LOCAL = "false";
  await server.end("SIGTERM");
  await server.start();
  for (const url of [
    receiver.url,
    "http://hooks.example.org/",
    "https://localhost/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://１２７.０.０.１/",
    "https://[::ffff:127.0.0.1]/",
    "https://user:password@[::1]/",
    "https://%6c%6f%63%61lhost./",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "ftp://hooks.example.org/",
  ]) {
    expect(await post(server, `${path}/hooks`, { url })).toEqual({ status: 422, body: { error: "Invalid url given" } });
  }
  expect(await post(server, `${path}/hooks`, { url: "https://hooks.example/" })).toMatchObject({ status: 201 });
  await post(server, `${path}/issues`, { title: "Two" });
  await expect.poll(() => server.output, { timeout: 20_000 }).toContain("This server sends nothing to that address");
  expect(receiver.deliveries).toHaveLength(1);
}, 180_000);
