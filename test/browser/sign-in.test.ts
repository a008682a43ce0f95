// Signing in and out in a browser, by mouse and by keyboard
import { expect } from "vitest";
import { createUser } from "../support/actors.ts";
import { browserTest, Visitor } from "../support/chromium.ts";

browserTest("by mouse: an access token signs in, and Sign out ends it", async () => {
  const user = await createUser();
  await using visitor = await Visitor.create();
  const { page } = visitor;
  await page.goto("/-/explore");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Access token").fill(user.token ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: user.username }).waitFor();
  const path = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Sign in" }).waitFor();
  expect({ path, errors: visitor.errors }).toEqual({ path: "/-/explore", errors: [] });
});

browserTest("by keyboard: the first key leads to the content, and the form needs no mouse", async () => {
  const user = await createUser();
  await using visitor = await Visitor.create();
  const { page } = visitor;
  await page.goto("/-/sign_in");
  await page.keyboard.press("Tab");
  const first = await page.evaluate("document.activeElement.textContent.trim()");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.token ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: user.username }).waitFor();
  expect({ first, errors: visitor.errors }).toEqual({ first: "Skip to content", errors: [] });
});
