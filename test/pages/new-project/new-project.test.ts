// /projects/new
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../support/actors.ts";
import { joinGroup } from "../../support/belonging.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup } from "../../support/factories.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

test("a project is created in the namespace that was chosen, and shown", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const browser = await browserOf(owner);
  const form = await browser.open(`/projects/new?namespace_id=${group.id}`);
  const name = unique("project");
  const { path } = await browser.submit(form, "/projects", { name, description: "For beans", visibility_level: "10" });
  expect({ path, form: roundTripsOf(form) }).toEqual({ path: `/${group.path}/${name}`, form: 1 });
  expect(await ok(owner.get(`/projects/${encodeURIComponent(path.slice(1))}`))).toMatchObject({
    name,
    description: "For beans",
    visibility_level: 10,
    namespace: { id: group.id },
  });
});

test("the namespaces are those where the viewer may create projects", async () => {
  const [owner, user] = [await createUser(), await createUser()];
  const groups = await Promise.all([createGroup(owner), createGroup(owner), createGroup(owner)]);
  await joinGroup(owner, groups[0], user, "master");
  await joinGroup(owner, groups[1], user, "developer");
  const { html } = await (await browserOf(user)).open("/projects/new");
  const paths = [...html.matchAll(/<option value="\d+"[^>]*>([^<]*)<\/option>/g)].map(([, text]) => text);
  expect(paths.slice(0, 2)).toEqual([user.username, groups[0].path]);
  expect([groups[1].path, groups[2].path].filter((path) => paths.includes(path))).toEqual([]);
});

test("a refused project keeps what was entered and says why", async () => {
  const browser = await browserOf(await createUser());
  const form = await browser.open("/projects/new");
  const page = await browser.submit(form, "/projects", { name: "Beans", path: "no such/path", description: "Kept" });
  expect({ status: page.status, kept: page.html.includes("Kept</textarea>") }).toEqual({ status: 400, kept: true });
  expect(page.html).toMatch(/<p class="problem" role="alert">Path /);
});

test("a visitor without a session signs in first", async () => {
  expect((await new Browser().open("/projects/new")).path).toBe("/-/sign_in?return_to=%2Fprojects%2Fnew");
});
