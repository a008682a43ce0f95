// Bad input never gives a 500: every route, with what the platform reads before the Worker or its database does. On workerd.
import { expect, test } from "vitest";
import { everyRoute } from "../support/every-api.ts";
import { goodPath } from "../support/every-route.ts";
import { isSample } from "../support/sample.ts";
import {
  bodies,
  failuresOf,
  LONG,
  lastingScene,
  namesInPaths,
  queries,
  requestsWithBody,
  requestsWithName,
  requestsWithQuery,
  requestsWithValue,
  sceneToChange,
  valuesOfParameters,
} from "./hostile.ts";

test.each(namesInPaths.ofPlatform)(
  "%s in the place of a name in a path",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await lastingScene();
    expect(await failuresOf(scene, requestsWithName(scene, hostile, n))).toEqual([]);
  },
);

test.each(valuesOfParameters.ofPlatform)(
  "%s in the place of a parameter",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await sceneToChange();
    expect(await failuresOf(scene, requestsWithValue(scene, hostile, n))).toEqual([]);
  },
);

test("10 000 characters to search for, in every list", async () => {
  const scene = await lastingScene();
  const requests = everyRoute
    .filter(({ method, endpoint }) => method === "GET" && (!isSample || "search" in endpoint.params))
    .map((route) => ({ route, path: `${goodPath(scene, route)}?search=${"%25_".repeat(LONG / 4)}` }));
  expect(await failuresOf(scene, requests)).toEqual([]);
});

test.each(queries.ofPlatform)("the query %s", { timeout: 60_000 }, async (_name, query, n) => {
  const scene = await lastingScene();
  expect(await failuresOf(scene, requestsWithQuery(scene, query, n))).toEqual([]);
});

test.each(bodies.ofPlatform)("a body that is %s", { timeout: 60_000 }, async (_name, hostile, n) => {
  const scene = await sceneToChange();
  expect(await failuresOf(scene, requestsWithBody(scene, hostile, n))).toEqual([]);
});
