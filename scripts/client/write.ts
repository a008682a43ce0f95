// The npm package tributary-client: types generated from the description of the API, and clients/typescript with
// openapi-fetch in one module.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { Failure } from "../failure.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { documentPath } from "../openapi/write.ts";
import { projectRoot } from "../project.ts";
import { hashSources } from "../source-hash.ts";
import { typedDocument } from "./typed-document.ts";

export const clientFolder = join(projectRoot, "dist/client");

const sources = join(projectRoot, "clients/typescript");
const packages = join(projectRoot, "node_modules");
/** The hash of what the package was built from. */
const keyPath = join(projectRoot, "dist/client.key");

/**
 * Builds the package if it is not current. The description must be there.
 *
 * @throws Failure with the output of the compiler
 */
export async function ensureClient(): Promise<void> {
  const text = await readFile(documentPath, "utf8");
  const key = keyOf(text);
  const builtFrom = await readFile(keyPath, "utf8").catch(() => "");
  if (builtFrom === key && (await readFile(join(clientFolder, "package.json")).catch(() => null)) !== null) return;
  await replaceWith(parseDocument(text));
  await writeFile(keyPath, key);
}

const keyOf = (document: string): string =>
  hashSources(
    createHash("sha256").update(document).digest("hex"),
    ["clients/typescript/src", "scripts/client"],
    [
      "LICENSE",
      "clients/typescript/README.md",
      "clients/typescript/tsconfig.json",
      "package-lock.json",
      "package.json",
    ],
  );

const parseDocument = (json: string): OpenApiDocument => JSON.parse(json);

/** Builds the package beside the old one and replaces that: other processes may read it, or build it as well. */
async function replaceWith(document: OpenApiDocument): Promise<void> {
  const unfinished = `${clientFolder}.${process.pid}`;
  const old = `${unfinished}.old`;
  try {
    await buildInto(unfinished, document);
    await rename(clientFolder, old).catch(() => {});
    await rename(unfinished, clientFolder);
  } finally {
    await Promise.all([unfinished, old].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

async function buildInto(folder: string, document: OpenApiDocument): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeTypes(folder, document);
  await Promise.all([
    bundleRuntime(folder),
    writeManifest(folder),
    copyFile(join(sources, "README.md"), join(folder, "README.md")),
    copyFile(join(projectRoot, "LICENSE"), join(folder, "LICENSE")),
    copyFile(join(packages, "openapi-fetch/LICENSE"), join(folder, "LICENSE-openapi-fetch")),
  ]);
}

/** `schema.d.ts` of the API, and the types of the sources, which import it. */
async function writeTypes(folder: string, document: OpenApiDocument): Promise<void> {
  const [input, config] = [join(folder, "openapi.json"), join(folder, "tsconfig.json")];
  await writeFile(input, JSON.stringify(typedDocument(document)));
  const generator = join(sources, "node_modules/openapi-typescript/bin/cli.js");
  // A property with a default may be left out of a request.
  const options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false"];
  await runNode([generator, input, "--output", join(folder, "schema.d.ts"), ...options]);
  const from = join(sources, "src");
  const compilerOptions = { rootDirs: [from, folder], outDir: folder };
  const settings = { extends: join(sources, "tsconfig.json"), compilerOptions, include: [from] };
  await writeFile(config, JSON.stringify(settings));
  await runNode([join(packages, "typescript/bin/tsc"), "--project", config]);
  await Promise.all([input, config].map((path) => rm(path)));
  const declarations = (await readdir(folder)).filter((name) => name.endsWith(".d.ts") && name !== "schema.d.ts");
  await Promise.all(declarations.map((name) => nameModules(join(folder, name))));
}

/** Names imported modules as they run: not every setting of a caller's compiler allows `.ts`. */
async function nameModules(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace(/(from "\.\/[\w-]+)(?:\.d)?\.ts"/g, '$1.js"'));
}

/** `index.js`, for every platform: esbuild refuses modules that only Node has. */
async function bundleRuntime(folder: string): Promise<void> {
  await build({
    entryPoints: [join(sources, "src/index.ts")],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    logLevel: "silent",
  });
}

async function writeManifest(folder: string): Promise<void> {
  const { version, license } = parseManifest(await readFile(join(projectRoot, "package.json"), "utf8"));
  const manifest = {
    name: "tributary-client",
    version,
    description: "A typed client of Tributary, which speaks GitLab's API v3.",
    license,
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
    sideEffects: false,
    engines: { node: ">=20" },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const parseManifest = (json: string): { version: string; license: string } => JSON.parse(json);

/** @throws Failure with everything it has printed */
async function runNode(command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, command, { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Failure(`The client could not be built:\n${output.trim()}`);
}
