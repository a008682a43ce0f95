// The examples of the description are real: `npm run openapi:examples` records them, and this test repeats it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath } from "../../scripts/openapi/write.ts";
import { startFreshServer } from "./fresh-server.ts";
import { Recorder } from "./recorder.ts";
import { tellStory } from "./story.ts";

const ROOT_TOKEN = "the-root-token-of-the-examples";

test("the server still responds as in the examples", async () => {
  await using server = await startFreshServer(ROOT_TOKEN);
  const recorder = new Recorder(server.origin, server.fetch);
  await tellStory(recorder, ROOT_TOKEN);
  await expect(recorder.text).toMatchFileSnapshot(join(import.meta.dirname, "../../scripts/openapi/examples.json"));
});

/** Its token is in a mail. */
const withoutExample = ["unsubscribe"];

test("every response in JSON has an example", () => {
  const document: OpenApiDocument = JSON.parse(readFileSync(documentPath, "utf8"));
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const missing = operations.filter(({ responses }) => {
    const contents = Object.entries(responses as Record<string, { content?: Record<string, { example?: unknown }> }>);
    const success = contents.find(([status]) => Number(status) < 300)?.[1].content?.["application/json"];
    return success !== undefined && !("example" in success);
  });
  expect(missing.map(({ operationId }) => operationId)).toEqual(withoutExample);
});
