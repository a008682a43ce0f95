// /-/explore and its tabs
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup, createProject } from "../../support/factories.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

test("starred projects have a tab", async () => {
  const owner = await createUser();
  const [starred, other] = [await createProject(owner), await createProject(owner)];
  await ok(owner.post(`/projects/${starred.id}/star`));
  const page = await (await browserOf(owner)).open("/-/explore/starred");
  expect([starred, other].map(({ path }) => page.text.includes(path))).toEqual([true, false]);
  expect(roundTripsOf(page)).toBe(1);
});

test("groups have a tab, with those that the viewer sees", async () => {
  const owner = await createUser();
  const open = await createGroup(owner, { visibility_level: 20 });
  const hidden = await createGroup(owner, { visibility_level: 0 });
  const shownTo = async (browser: Browser) => {
    const pages = [open, hidden].map(({ path }) => browser.open(`/-/explore/groups?search=${path}`));
    return (await Promise.all(pages)).map(({ html }) => html.includes('<a class="main" href="/groups/'));
  };
  expect({
    owner: await shownTo(await browserOf(owner)),
    stranger: await shownTo(await browserOf(await createUser())),
  }).toEqual({ owner: [true, true], stranger: [true, false] });
});

test.each(["starred", "groups"])("the tab %s is for users who are signed in", async (tab) => {
  const { path } = await new Browser().open(`/-/explore/${tab}`);
  expect(path).toBe(`/-/sign_in?return_to=%2F-%2Fexplore%2F${tab}`);
});

test.each([
  ["/groups", "/-/explore/groups"],
  ["/projects", "/-/explore"],
])("%s leads to %s", async (path, target) => {
  expect((await (await browserOf(await createUser())).open(path)).path).toBe(target);
});
