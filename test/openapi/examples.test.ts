// The examples of the description are real: `npm run openapi:examples` records them, and this test repeats it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/openapi/document.ts";
import { documentPath, documentPathOfV4 } from "../../scripts/openapi/write.ts";
import { startFreshServer } from "./fresh-server.ts";
import { Recorder } from "./recorder.ts";
import { tellStory } from "./story.ts";
import { tellStoryOfV4 } from "./story-v4.ts";

const ROOT_TOKEN = "the-root-token-of-the-examples";

const versions = [
  { version: 3, tell: tellStory, file: "examples.json", path: documentPath },
  { version: 4, tell: tellStoryOfV4, file: "examples-v4.json", path: documentPathOfV4 },
] as const;

test.each(versions)("the server still responds as in the examples of v$version", async ({ version, tell, file }) => {
  await using server = await startFreshServer(ROOT_TOKEN);
  const recorder = new Recorder(server.origin, server.fetch, version);
  await tell(recorder, ROOT_TOKEN);
  await expect(recorder.text).toMatchFileSnapshot(join(import.meta.dirname, "../../scripts/openapi", file));
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
