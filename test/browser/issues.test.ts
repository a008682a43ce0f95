// Issues in a browser: what test/browser/whole-flow.test.ts does not do with them
import { expect } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { browserTest, Visitor } from "../support/chromium.ts";
import { createProject } from "../support/factories.ts";

async function setting() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, at: `/${project.path_with_namespace}` };
}

browserTest("by mouse: an issue is reported, labelled, commented on and closed", async () => {
  const { owner, project, at } = await setting();
  await ok(owner.post(`/projects/${project.id}/labels`, { name: "bug", color: "#d9534f" }));
  await using visitor = await Visitor.signedIn(owner);
  const { page } = visitor;
  await page.goto(`${at}/issues`);
  await page.getByRole("link", { name: "New issue" }).click();
  await page.getByLabel("Title").fill("The cable sags");
  await page.getByLabel("Description").fill("When it is **warm**.");
  await page.getByLabel("bug").check();
  await page.getByRole("button", { name: "Create issue" }).click();
  await page.getByRole("heading", { name: "The cable sags #1" }).waitFor();
  await page.getByRole("textbox", { name: "Comment" }).fill("It does no longer.");
  await page.getByRole("button", { name: "Comment and close" }).click();
  await page.getByText("It does no longer.").waitFor();
  const { state, labels, user_notes_count } = (await ok(owner.get(`/projects/${project.id}/issues`)))[0];
  expect({ state, labels, user_notes_count, errors: visitor.errors }).toEqual({
    state: "closed",
    labels: ["bug"],
    user_notes_count: 1,
    errors: [],
  });
});
