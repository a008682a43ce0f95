// The whole surface of the API: every route and its access rule. A change here is a change of the contract.
import { describe, expect, test } from "vitest";
import type { Access } from "../../src/api/endpoint.ts";
import { v3 } from "../../src/api/v3/dialect.ts";
import { v4 } from "../../src/api/v4/dialect.ts";

const ruleOf = (access: Access): string =>
  typeof access === "string" ? access : Object.entries(access).flat().join(" ");

describe.each([
  { ...v3, file: "surface.txt" },
  { ...v4, file: "surface-v4.txt" },
])("$path", ({ routes, file }) => {
  test("every route has an access rule", () => {
    expect(routes.filter(({ endpoint }) => !endpoint.access).map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    );
  });

  test("no route is declared twice", () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("the routes and their access rules match this list", async () => {
    const lines = routes.map(({ method, path, endpoint }) => {
      const scope = endpoint.anyScope ? ", any scope" : endpoint.readUser ? ", read_user" : "";
      return `${method.padEnd(6)} ${path.padEnd(72)} ${ruleOf(endpoint.access)}${scope}`;
    });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(file);
  });
});
