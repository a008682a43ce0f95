// Edits of one issue in a row, of which the later ones recall what the earlier ones have read
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

test("an issue is closed and reopened at once", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { iid } = await createIssue(owner, project);
  const path = v4(`/projects/${project.id}/issues/${iid}`);
  const states: string[] = [];
  for (const state_event of ["close", "reopen", "close", "reopen"]) {
    states.push((await ok(owner.put(path, { state_event }))).state);
  }
  expect(states).toEqual(["closed", "opened", "closed", "opened"]);
});
