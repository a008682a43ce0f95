// The built package tributary-client is complete: packed and installed without a network, its example runs, and its types
// admit what the API takes and nothing else.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { once } from "../../support/once.ts";
import { type Run, run } from "../../support/programs.ts";

const root = join(import.meta.dirname, "../../..");
const built = join(root, "dist/client");
const readme = readFileSync(join(built, "README.md"), "utf8");
const guide = readFileSync(join(root, "docs/guide/typescript.md"), "utf8");

/** The blocks marked `ts`, in order. */
const blocksOf = (page: string): string[] =>
  [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

const [example = "", ...others] = blocksOf(readme);

const folder = mkdtempSync(join(tmpdir(), "tributary-client-"));
const installed = join(folder, "node_modules/tributary-client");

const runIn = (program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Run> =>
  run(program, args, { cwd: folder, environment: { HOME: folder, ...environment } });

/** Nobody listens on port 1: what needs a registry fails. */
const npm = (...args: string[]): Promise<Run> =>
  runIn("npm", [...args, "--offline", "--no-audit", "--no-fund", "--registry", "http://127.0.0.1:1"]);

let tarball: string;
beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "caller", private: true, type: "module" }));
  const packed = await npm("pack", built, "--silent");
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  tarball = packed.stdout.toString().trim();
  const added = await npm("install", `./${tarball}`);
  if (added.status !== 0) throw new Error(`npm install failed: ${added.stderr}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the tarball has the module, its types, the licences and no dependencies", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "tributary-client", version, license: "MIT", type: "module" });
  expect(manifest).not.toHaveProperty("dependencies");
  expect(readdirSync(installed).sort()).toEqual([
    "LICENSE",
    "LICENSE-openapi-fetch",
    "README.md",
    "api-error.d.ts",
    "client.d.ts",
    "index.d.ts",
    "index.js",
    "operations.d.ts",
    "package.json",
    "paginate.d.ts",
    "retries.d.ts",
    "schema.d.ts",
    "webhooks.d.ts",
  ]);
});

test.each([
  ["README", readme],
  ["guide", guide],
])("the %s names the tarball", (_, page) => {
  expect(page).toContain(tarball);
});

test("the module imports nothing", () => {
  const source = readFileSync(join(installed, "index.js"), "utf8");
  expect(source.match(/^import .*|\bimport\(.*|\brequire\(.*/gm)).toBeNull();
});

test("the example of ten lines runs as written", async () => {
  const { token } = await createUser();
  writeFileSync(join(folder, "example.mjs"), example.replace("http://127.0.0.1:8787", baseUrl));
  const { status, stdout, stderr } = await runIn(process.execPath, ["example.mjs"], { TOKEN: token ?? "" });
  expect({ status, printed: stdout.toString(), errors: stderr.toString() }).toEqual({
    status: 0,
    printed: "#2 Barges wait\n#1 The mouth silts up\n",
    errors: "",
  });
  expect(
    example
      .trim()
      .split("\n")
      .filter((line) => line !== "").length,
  ).toBeLessThanOrEqual(10);
});

/** Runs our compiler, for a browser and strictly, on modules of a folder of their own. Returns what it reports. */
async function typeErrors(modules: Readonly<Record<string, string>>): Promise<string[]> {
  const at = mkdtempSync(join(folder, "program-"));
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(at, name), text);
  const compilerOptions = {
    target: "ES2022",
    module: "nodenext",
    lib: ["ES2022", "DOM"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  writeFileSync(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { stdout } = await runIn(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", at]);
  const lines = stdout.toString().trim().split("\n");
  return lines.filter((line) => /^\S/.test(line)).map((line) => line.replace(/^.*?program-\w+\//, ""));
}

const prelude = `import { ApiError, createClient, paginate } from "tributary-client";
const client = createClient({ url: "https://tributary.example" });
const path = { id: 1 };
`;
const processTypes = "declare const process: { env: Record<string, string | undefined> };\n";

/** Lines of a program, each of them wrong in one place, by what is wrong. */
const wrongLines: Readonly<Record<string, string>> = {
  "a path that does not exist": `await client.GET("/project");`,
  "a method that the path lacks": `await client.DELETE("/projects");`,
  "no options where some are required": `await client.GET("/projects/{id}");`,
  "no parameter of the path": `await client.GET("/projects/{id}", { params: { path: {} } });`,
  "a parameter of the path with another name": `await client.GET("/projects/{id}", { params: { path: { project_id: 1 } } });`,
  "a parameter of the path of the wrong type": `await client.GET("/users/{id}", { params: { path: { id: "ada" } } });`,
  "an unknown parameter": `await client.GET("/projects/{id}/issues", { params: { path, query: { stat: "opened" } } });`,
  "an unknown value": `await client.GET("/projects/{id}/issues", { params: { path, query: { state: "open" } } });`,
  "no body": `await client.POST("/projects/{id}/issues", { params: { path } });`,
  "a body without a required field": `await client.POST("/projects/{id}/issues", { params: { path }, body: { labels: "a" } });`,
  "an unknown field of a body": `await client.PUT("/projects/{id}", { params: { path }, body: { titel: "a" } });`,
  "a field of the wrong type": `await client.PUT("/projects/{id}", { params: { path }, body: { name: 1 } });`,
  "a body where there is none": `await client.DELETE("/projects/{id}", { params: { path }, body: {} });`,
  "bytes read as JSON": `await client.GET("/projects/{id}/repository/archive", { params: { path } });`,
  "an unknown field of a response": `(await client.GET("/user")).data.user_name;`,
  "an unknown field of a row": `for await (const { ild } of paginate(client, "/projects/{id}/issues", { params: { path } })) ild;`,
  "pages of what is no list": `paginate(client, "/user");`,
  "an unknown field of an error": `new ApiError(new Response(), "").code;`,
};

/** What the compiler reports, of all modules at once: most of its time it reads the types of the package. */
const reported = once(() => {
  const blocks = [...others, ...blocksOf(guide)].map((block, at) => [
    `block-${at}.ts`,
    /^import/m.test(block) ? block : prelude + block,
  ]);
  return typeErrors({
    "process.d.ts": processTypes,
    "example.ts": example,
    ...Object.fromEntries(blocks),
    "wrong.ts": prelude + Object.values(wrongLines).join("\n"),
  });
});

const isOfWrongLines = (error: string): boolean => error.startsWith("wrong.ts(");

test("the blocks of the README and of the guide have valid types", async () => {
  expect((await reported()).filter((error) => !isOfWrongLines(error))).toEqual([]);
});

describe("the compiler refuses", () => {
  let refused: ReadonlySet<number>;
  beforeAll(async () => {
    const errors = (await reported()).filter(isOfWrongLines);
    refused = new Set(errors.map((error) => Number(/^wrong\.ts\((\d+),/.exec(error)?.[1])));
  });

  test.each(Object.keys(wrongLines).map((name, at) => [name, at] as const))("%s", (_, at) => {
    expect(refused).toContain(prelude.split("\n").length + at);
  });
});
