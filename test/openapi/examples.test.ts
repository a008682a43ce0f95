// The examples of the description are real: `npm run openapi:examples` records them, and this test repeats it. The requests
// of v4's story keep to the budget of round trips.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath, documentPathOfV4 } from "../../scripts/openapi/write.ts";
import { readsOverBudget, writesOverBudget } from "../costs/budget-of-v4.ts";
import { once } from "../support/once.ts";
import { told } from "./told.ts";

const versions = [
  { version: 3, story: once(() => told(3)), file: "examples.json", path: documentPath },
  { version: 4, story: once(() => told(4)), file: "examples-v4.json", path: documentPathOfV4 },
] as const;

test.each(versions)("the server still responds as in the examples of v$version", async ({ story, file }) => {
  const { text } = await story();
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../../scripts/openapi", file));
});

describe("round trips of v4", () => {
  const [, { story }] = versions;

  test("reads take one round trip, and two at most", async () => {
    expect(readsOverBudget((await story()).roundTrips)).toEqual([]);
  });

  test("writes take three round trips at most", async () => {
    expect(writesOverBudget((await story()).roundTrips)).toEqual([]);
  });
});

/** Its token is in a mail. */
const withoutExample = { 3: ["unsubscribe"], 4: [] };

test.each(versions)("every response of v$version in JSON has an example", ({ version, path }) => {
  const document: OpenApiDocument = JSON.parse(readFileSync(path, "utf8"));
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const missing = operations.filter(({ responses }) => {
    const contents = Object.entries(responses as Record<string, { content?: Record<string, { example?: unknown }> }>);
    const success = contents.find(([status]) => Number(status) < 300)?.[1].content?.["application/json"];
    return success !== undefined && !("example" in success);
  });
  expect(missing.map(({ operationId }) => operationId)).toEqual(withoutExample[version]);
});
