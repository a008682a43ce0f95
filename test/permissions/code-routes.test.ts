// Who is refused by the routes of a private project's code: a guest by all of them, a reporter by those that write, a
// developer by those that administer. From the route tables of both versions, so that a new route is held to it.
import { expect, test } from "vitest";
import { type Actor, createUser } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import { everyRoute, keyOf, type WalkedRoute } from "../support/every-api.ts";
import { createScene, goodPath } from "../support/every-route.ts";

const scene = await createScene();

async function join(level: "guest" | "reporter" | "developer"): Promise<Actor> {
  const user = await createUser();
  await joinProject(scene.owner, { id: Number(scene.names.project) }, user, level);
  return user;
}

const routes = everyRoute.filter(({ path }) =>
  /^\/projects\/:id\/(?:repository|releases|protected_branches|pipelines|packages)\b/.test(path),
);
const writes = routes.filter(({ method }) => method !== "GET");

/** Reporters comment on what they read. */
const commenting = /\/commits\/:sha\{\.\+\}\/(?:comments|discussions)\b/;

/** Masters alone protect branches and delete packages. */
const administering = /\/(?:un)?protect$|\/protected_branches|\/packages\/:package_id/;

const refused = { status: 403, body: { message: "403 Forbidden" } };

async function answers(user: Actor, walked: readonly WalkedRoute[]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const route of walked) {
    const { status, body } = await send(goodPath(scene, route), { method: route.method, headers: user.headers });
    all[keyOf(route)] = { status, body };
  }
  return all;
}

const allRefused = (walked: readonly WalkedRoute[]) =>
  Object.fromEntries(walked.map((route) => [keyOf(route), refused]));

test("a guest is refused by every route", async () => {
  expect(routes.length).toBeGreaterThan(90);
  expect(await answers(await join("guest"), routes)).toEqual(allRefused(routes));
});

test("a reporter is refused by every route that writes, but for comments", async () => {
  const walked = writes.filter(({ path }) => !commenting.test(path));
  expect(walked.length).toBeGreaterThan(30);
  expect(await answers(await join("reporter"), walked)).toEqual(allRefused(walked));
});

test("a developer is refused by every route that administers", async () => {
  const walked = writes.filter(({ path }) => administering.test(path));
  expect(walked.length).toBeGreaterThan(5);
  expect(await answers(await join("developer"), walked)).toEqual(allRefused(walked));
});
