// The types of hooks' payloads that the built package tributary-client exports fit what the server sends.
import type { WebhookPayload } from "tributary-client";
import { expect, test } from "vitest";
import { Receiver } from "../../api/v3/hooks/receiver.ts";
import { createProject } from "../../support/factories.ts";
import { connect } from "./connect.ts";

const summaryOf = (payload: WebhookPayload): string => {
  if (!("object_kind" in payload) || !("object_attributes" in payload)) return "another event";
  if (payload.object_kind === "issue") return `${payload.object_attributes.title}: ${payload.object_attributes.action}`;
  return payload.object_kind;
};

test("an issue hook's payload is read by its type", async () => {
  await using receiver = await Receiver.start();
  const { user, client } = await connect();
  const params = { path: { id: (await createProject(user)).id } };
  await client.POST("/projects/{id}/hooks", { params, body: { url: receiver.url, issues_events: true } });
  await client.POST("/projects/{id}/issues", { params, body: { title: "It leaks" } });
  const { body }: { body: WebhookPayload } = await receiver.only();
  expect(summaryOf(body)).toBe("It leaks: open");
});
