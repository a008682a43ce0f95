// .../audit_events of projects, of groups and of the server
import { expect, test } from "vitest";
import { changeText } from "../../../src/pages/audit-events/change-text.ts";
import { type Actor, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { yesterday } from "../../support/days.ts";
import { createCast } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

async function world() {
  const { cast, group, project } = await createCast({ visibility_level: 20 });
  await ok(cast.owner.put(`/projects/${project.id}`, { visibility_level: 20 }));
  const places = {
    project: `/${project.path_with_namespace}/audit_events`,
    group: `/groups/${group.path}/audit_events`,
    server: "/-/admin/audit_events",
  };
  return { cast, group, project, places };
}

test.each(["project", "group", "server"] as const)("events of the %s are listed in one round trip", async (place) => {
  const { cast, places } = await world();
  const page = await (await signIn(place === "server" ? cast.admin : cast.owner)).open(places[place]);
  expect([page.status, roundTripsOf(page), page.text.includes("change visibility level: private → public")]).toEqual([
    200,
    1,
    true,
  ]);
});

test("a day narrows the list", async () => {
  const { cast, places } = await world();
  const browser = await signIn(cast.owner);
  const today = new Date().toISOString().slice(0, 10);
  const open = async (query: string) => (await browser.open(`${places.project}?${query}`)).text.includes("→ public");
  expect([
    await open(`created_after=${today}&created_before=${today}`),
    await open(`created_before=${yesterday()}`),
  ]).toEqual([true, false]);
});

test("administrators narrow the list to an entity", async () => {
  const { cast, project, places } = await world();
  const browser = await signIn(cast.admin);
  const of = async (id: number) =>
    (await browser.open(`${places.server}?entity_type=Project&entity_id=${id}`)).text.includes(project.path);
  expect([await of(project.id), await of(project.id + 1_000_000)]).toEqual([true, false]);
});

test("audit events of projects and groups are for owners", async () => {
  const { cast, places } = await world();
  const seen: Record<string, number[]> = {};
  for (const role of ["outsider", "master", "owner"] as const) {
    const browser = await signIn(cast[role]);
    const pages = await Promise.all([browser.open(places.project), browser.open(places.group)]);
    seen[role] = pages.map(({ status }) => status);
  }
  expect(seen).toEqual({ outsider: [403, 403], master: [403, 403], owner: [200, 200] });
});

test.each([
  [{ change: "visibility_level", from: "private", to: "public" }, "change visibility level: private → public"],
  [{ add: "user_access", as: "Developer", expiry_to: null }, "add user access, as Developer"],
  [{ remove: "protected_branch", from: "main" }, "remove protected branch: main → nothing"],
  [
    { add: "user", author_name: "Ada", impersonated_by: "root", impersonated_by_id: 1 },
    "add user, impersonated by root",
  ],
])("%j is %s", (details, text) => {
  expect(changeText(details)).toBe(text);
});
