// The pages of people in a browser: access requested and granted by keyboard, and every page in both themes and widths
import { afterAll, expect } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { joinProject } from "../support/belonging.ts";
import { browserTest, closeBrowser, Visitor } from "../support/chromium.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";

afterAll(closeBrowser);

browserTest("by keyboard: an owner approves a request for access", async () => {
  const [owner, user] = [await createUser(), await createUser()];
  const group = await createGroup(owner, { visibility_level: 20, request_access_enabled: true });
  await ok(user.post(`/groups/${group.id}/access_requests`));
  await using visitor = await Visitor.signedIn(owner);
  const { page } = visitor;
  await page.goto(`/groups/${group.path}/members`);
  await page.getByLabel(`Level of ${user.username}`).focus();
  await page.keyboard.press("R");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("status").waitFor();
  const member = await ok(owner.get(`/groups/${group.id}/members/${user.id}`));
  expect({ level: member.access_level, errors: visitor.errors }).toEqual({ level: 20, errors: [] });
});

const looks = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 375 },
  { colorScheme: "dark", width: 375 },
] as const;

browserTest.each(looks)("pages are accessible and fit: $colorScheme, $width pixels", async (look) => {
  const [owner, developer] = [await createUser(), await createUser()];
  const group = await createGroup(owner, { description: "Grows beans" });
  const project = await createProject(owner, { namespace_id: group.id });
  await joinProject(owner, project, developer, "developer");
  const issue = await createIssue(owner, project, { title: "x".repeat(200) });
  await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/todo`));
  const at = `/${project.path_with_namespace}`;
  await using visitor = await Visitor.signedIn(owner, look);
  const found: Record<string, unknown> = {};
  const paths = ["/", "/-/todos", "/-/merge_requests", "/-/explore/groups", "/projects/new", "/groups/new"];
  paths.push(`/groups/${group.path}`, `/groups/${group.path}/edit`, `/groups/${group.path}/members`);
  paths.push(`${at}/activity`, `${at}/project_members`, `/${owner.username}`);
  for (const path of paths) {
    await visitor.page.goto(path);
    const problems = await visitor.accessibilityProblems();
    if (await visitor.isTooWide()) problems.push("too wide");
    if (problems.length > 0) found[path] = problems;
  }
  expect({ found, errors: visitor.errors }).toEqual({ found: {}, errors: [] });
});
