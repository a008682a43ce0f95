// The pages of people in a browser: access granted by keyboard
import { expect } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { browserTest, Visitor } from "../support/chromium.ts";
import { createGroup } from "../support/factories.ts";

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
