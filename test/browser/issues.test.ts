// Issues in a browser: reported and discussed by mouse and by keyboard, readable in both themes and on a phone
import { afterAll, expect } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { browserTest, closeBrowser, type Look, Visitor } from "../support/chromium.ts";
import { createFullIssue, createProject } from "../support/factories.ts";

afterAll(closeBrowser);

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

browserTest("by keyboard: an issue is reported without a mouse", async () => {
  const { owner, project, at } = await setting();
  await using visitor = await Visitor.signedIn(owner);
  const { page } = visitor;
  await page.goto(`${at}/issues/new`);
  await page.getByLabel("Title").focus();
  await page.keyboard.type("The cable sags");
  await page.keyboard.press("Tab");
  await page.keyboard.type("When it is warm.");
  await page.getByLabel("Title").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "The cable sags #1" }).waitFor();
  const [{ title, description }] = await ok(owner.get(`/projects/${project.id}/issues`));
  expect({ title, description, errors: visitor.errors }).toEqual({
    title: "The cable sags",
    description: "When it is warm.",
    errors: [],
  });
});

const looks: [string, Look][] = [
  ["light on a desk", { colorScheme: "light", width: 1440 }],
  ["dark on a desk", { colorScheme: "dark", width: 1440 }],
  ["light on a phone", { colorScheme: "light", width: 375 }],
  ["dark on a phone", { colorScheme: "dark", width: 375 }],
];

for (const [name, look] of looks) {
  browserTest(`the pages of issues, labels and milestones are accessible, ${name}`, async () => {
    const { owner, project, at } = await setting();
    const long = "a-label-without-any-space-".repeat(8);
    const description = `- [x] done\n\n| a | b |\n|---|---|\n| ${"wide ".repeat(60)} | ${"x".repeat(300)} |`;
    const issue = await createFullIssue(owner, project, { label: long, title: "x".repeat(200), description });
    await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { state_event: "close", confidential: true }));
    await using visitor = await Visitor.signedIn(owner, look);
    const { page } = visitor;
    const problems: Record<string, unknown> = {};
    for (const path of [
      `${at}/issues?state=all&labels=${long}`,
      `${at}/issues/1?edit_note=${issue.note_id}`,
      `${at}/issues/new`,
      `${at}/labels`,
      `${at}/labels/new`,
      `${at}/milestones/1`,
    ]) {
      const shown = await page.goto(path);
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      const found = await visitor.accessibilityProblems();
      if (shown?.status() !== 200) found.push(`status ${shown?.status()}`);
      if (await visitor.isTooWide()) found.push("too wide");
      if (found.length > 0) problems[path] = found;
    }
    expect({ problems, errors: visitor.errors }).toEqual({ problems: {}, errors: [] });
  });
}
