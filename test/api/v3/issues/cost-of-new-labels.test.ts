// What an edit with new labels costs, on a server without other edits: all projects share the ids of labels, and an edit
// that finds them taken is repeated.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";

test("editing an issue's title, labels and state: one statement to read, seven to write", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { id } = await createIssue(owner, project);
  const edit = { title: "other", labels: "new", state_event: "close" };
  const { status, cost } = await owner.put(`/projects/${project.id}/issues/${id}`, edit);
  expect([status, cost.roundTrips, cost.statements]).toEqual([200, 2, 8]);
});
