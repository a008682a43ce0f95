// DELETE /projects/:id/labels
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { send, type Values, withQuery } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createLabel, createOwned, labelsOf, namesOf } from "./labels.ts";

const missing = { status: 404, body: { message: "404 Label Not Found" } };

test("the deleted label is answered, and gone", async () => {
  const { owner, project, path } = await createOwned();
  const label = await createLabel(owner, project, { name: "bug", description: "Broken", priority: 2 });
  await createLabel(owner, project, { name: "feature" });
  await createIssue(owner, project, { labels: "bug" });
  await ok(owner.post(`${path}/bug/subscription`));
  const { status, body } = await owner.delete(path, { name: "bug" });
  expect({ status, body }).toEqual({ status: 200, body: { ...label, open_issues_count: 1, subscribed: true } });
  expect(namesOf(await owner.get(path))).toEqual(["feature"]);
  expect(await owner.delete(path, { name: "bug" })).toMatchObject(missing);
});

test("any name can be sent in the query", async () => {
  const { owner, project, path } = await createOwned();
  const name = "what? a/b & c: 100%";
  await createLabel(owner, project, { name });
  const answer = await send(withQuery(path, { name }), { method: "DELETE", headers: owner.headers });
  expect(answer).toMatchObject({ status: 200, body: { name } });
});

test.each<[Values, object]>([
  [{}, { error: "name is missing" }],
  [{ name: ["bug"] }, { error: "name is invalid" }],
])("%j names no label", async (attributes, body) => {
  const { owner, path } = await createOwned();
  expect(await owner.delete(path, attributes)).toMatchObject({ status: 400, body });
});

test("only the exact name matches", async () => {
  const { owner, project, path } = await createOwned();
  const label = await createLabel(owner, project, { name: "bug" });
  for (const name of ["Bug", " bug", "", null, label.id]) {
    expect(await owner.delete(path, { name })).toMatchObject(missing);
  }
  const other = await createProject(owner);
  expect(await owner.delete(labelsOf(other), { name: "bug" })).toMatchObject(missing);
});

test("its issues lose it and keep their other labels", async () => {
  const { owner, project, path } = await createOwned();
  const issue = await createIssue(owner, project, { labels: "bug,feature" });
  await ok(owner.delete(path, { name: "bug" }));
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
    body: { labels: ["feature"] },
  });
  expect(await owner.get(path)).toMatchObject({ body: [{ name: "feature", open_issues_count: 1 }] });
});

test("a new label with its name starts without issues and subscriptions", async () => {
  const { owner, project, path } = await createOwned();
  await createIssue(owner, project, { labels: "bug" });
  await ok(owner.post(`${path}/bug/subscription`));
  await ok(owner.delete(path, { name: "bug" }));
  await createLabel(owner, project, { name: "bug" });
  expect(await owner.get(path)).toMatchObject({ body: [{ name: "bug", open_issues_count: 0, subscribed: false }] });
});

test("of 20 concurrent deletions one answers the label", async () => {
  const { owner, project, path } = await createOwned();
  await createLabel(owner, project, { name: "bug" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => owner.delete(path, { name: "bug" })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(19).fill(missing));
});
