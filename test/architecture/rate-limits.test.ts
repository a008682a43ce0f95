// wrangler.toml: the limits the Worker reports are those of its rate limiting bindings.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { configPath } from "../../scripts/project.ts";
import { PERIOD } from "../../src/http/too-many-requests.ts";

test("REQUESTS_PER_MINUTE has the limit of each binding, and every period is a minute", async () => {
  const text = await readFile(configPath, "utf8");
  const bindings = [
    ...text.matchAll(
      /^\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = (\d+) \}$/gm,
    ),
  ];
  const [, reported = ""] = /^\[vars\.REQUESTS_PER_MINUTE\]\n((?:\w+ = \d+\n)+)/m.exec(text) ?? [];
  expect(bindings.map(([, name, limit]) => `${name} = ${limit}`)).toEqual(reported.trim().split("\n"));
  expect(new Set(bindings.map(([, , , period]) => Number(period)))).toEqual(new Set([PERIOD]));
});
