// Edits in different projects that create labels at the same time.
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";

const PROJECTS = 24;

test("edits of many projects that create labels at once all succeed, and their notes name their own labels", async () => {
  const owner = await createUser();
  const created = Array.from({ length: PROJECTS }, async () => {
    const project = await createProject(owner);
    return createIssue(owner, project);
  });
  const issues = await Promise.all(created);
  const edits = issues.map(async ({ id, project_id }) => {
    const at = `/projects/${project_id}`;
    const { status } = await owner.put(`${at}/issues/${id}`, { labels: unique("label") });
    const [label] = await ok(owner.get(`${at}/labels`));
    const [note] = await ok(owner.get(`${at}/issues/${id}/notes`));
    return { status, note: note?.body, expected: `added ~${label?.id} label` };
  });
  for (const { status, note, expected } of await Promise.all(edits)) {
    expect({ status, note }).toEqual({ status: 200, note: expected });
  }
});
