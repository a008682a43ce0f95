// Bad input never gives a 500: every route, with all that does not belong in its path, its query and its body. Values of
// parameters are in hostile-values.test.ts, so that two servers share the work on workerd; what the platform reads before
// the Worker does is in hostile-bytes.test.ts.
import { expect, test } from "vitest";
import {
  bodies,
  failuresOf,
  lastingScene,
  namesInPaths,
  queries,
  requestsWithBody,
  requestsWithName,
  requestsWithQuery,
  sceneToChange,
} from "./hostile.ts";

test.each(namesInPaths.others)(
  "%s in the place of a name in a path",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await lastingScene();
    expect(await failuresOf(scene, requestsWithName(scene, hostile, n))).toEqual([]);
  },
);

test.each(queries.others)("the query %s", { timeout: 60_000 }, async (_name, query, n) => {
  const scene = await lastingScene();
  expect(await failuresOf(scene, requestsWithQuery(scene, query, n))).toEqual([]);
});

test.each(bodies.others)("a body that is %s", { timeout: 60_000 }, async (_name, hostile, n) => {
  const scene = await sceneToChange();
  expect(await failuresOf(scene, requestsWithBody(scene, hostile, n))).toEqual([]);
});
