// Round trips of the routes of API v4 on workerd. test/openapi/examples.test.ts counts them in process, for which the story
// is not told again.
import { told } from "../openapi/told.ts";
import { once } from "../support/once.ts";
import { testBudgetOfV4 } from "./budget-of-v4.ts";

const story = once(() => told(4));

testBudgetOfV4(async () => (await story()).roundTrips);
