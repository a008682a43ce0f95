// The timeout of a delivery.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { addHook, hooksOf, Receiver } from "./receiver.ts";

test("a delivery fails if the receiver does not respond within ten seconds", async () => {
  await using receiver = await Receiver.start(() => new Promise<never>(() => {}));
  const owner = await createUser();
  const project = await createProject(owner);
  const { id } = await addHook(owner, project, receiver.url);
  await createIssue(owner, project);
  await receiver.only();
  const read = async () => (await owner.get(`${hooksOf(project)}/${id}/deliveries`)).body;
  await expect
    .poll(read, { timeout: 30_000, interval: 500 })
    .toMatchObject([{ state: "retrying", response_status: null, error: "No answer within 10 seconds" }]);
});
