// A server that is not for local development refuses to import from anywhere but the internet.
import { beforeAll, expect, test } from "vitest";
import { OwnWorker } from "../../support/own-worker.ts";
import { localAddresses } from "./local-addresses.ts";

let worker: OwnWorker;

beforeAll(async () => {
  worker = await OwnWorker.start({ HOOKS_ALLOW_LOCAL: "false" });
});

test.each([...localAddresses, `${OwnWorker.origin}/a/b.git`])("not from %s", async (import_url) => {
  const { token } = worker;
  const { status, body } = await worker.call("POST", "/projects", { token, body: { name: "refused", import_url } });
  expect([status, body]).toEqual([400, { message: { import_url: ["imports are not allowed from that URL"] } }]);
});
