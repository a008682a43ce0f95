// Bad input never gives a 500: every route, with values of its parameters that do not belong there. What the platform reads
// before the Worker does is in hostile-bytes.test.ts.
import { expect, test } from "vitest";
import { failuresOf, requestsWithValue, sceneToChange, valuesOfParameters } from "./hostile.ts";

test.each(valuesOfParameters.others)(
  "%s in the place of a parameter",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await sceneToChange();
    expect(await failuresOf(scene, requestsWithValue(scene, hostile, n))).toEqual([]);
  },
);
