// Round trips of the routes of API v4 on workerd. test/openapi/examples.test.ts counts them in process, for which the story
// is not told again.
import { expect, test } from "vitest";
import { told } from "../openapi/told.ts";
import { once } from "../support/once.ts";
import { readsOverBudget, writesOverBudget } from "./budget-of-v4.ts";

const story = once(() => told(4));

test("reads take one round trip, and two at most", async () => {
  expect(readsOverBudget((await story()).roundTrips)).toEqual([]);
});

test("writes take three round trips at most", async () => {
  expect(writesOverBudget((await story()).roundTrips)).toEqual([]);
});
