// `npm run third-party`: writes THIRD_PARTY.md, the licences of the packages in the bundles for D1 and libSQL, which it
// takes from esbuild's metafiles, and of those in the static assets. `--check`, as in `npm run verify`, only compares.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "./build.ts";
import { Failure, run } from "./failure.ts";
import { assetPackages } from "./page-assets.ts";
import { projectRoot } from "./project.ts";
import { metafileName, parseMetafile } from "./worker.ts";

type Database = "d1" | "libsql";

const databases: readonly Database[] = ["d1", "libsql"];
const documentPath = join(projectRoot, "THIRD_PARTY.md");

interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Text of the licence file in the package; null if there is none. */
  readonly text: string | null;
}

/** Folders of the bundled packages, such as `node_modules/hono`. */
async function bundledFolders(database: Database): Promise<string[]> {
  const { outputs } = parseMetafile(await readFile(join(await build(database), metafileName), "utf8"));
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.flatMap(([path, { bytesInOutput }]) => {
    const [packageFolder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return packageFolder === undefined || bytesInOutput === 0 ? [] : [packageFolder];
  });
}

async function documentOf(forD1: ReadonlySet<string>, forLibsql: ReadonlySet<string>): Promise<string> {
  const folders = [...new Set([...forD1, ...forLibsql, ...assetPackages])];
  const packages = await Promise.all(folders.map(async (folder) => ({ folder, ...(await readPackage(folder)) })));
  packages.sort((one, other) => (one.name < other.name ? -1 : 1));
  const rows = packages.map(({ folder, name, version, licence }) => {
    const builds = [
      ...(forD1.has(folder) ? ["D1"] : []),
      ...(forLibsql.has(folder) ? ["libSQL"] : []),
      ...(assetPackages.includes(folder) ? ["browsers"] : []),
    ];
    return [name, version, licence, builds.join(", ")];
  });
  const texts = await Promise.all(packages.map(licenceSection));
  return `${introduction}\n${table(["package", "version", "licence", "in the build for"], rows)}\n${texts.join("\n")}`;
}

/** A Markdown table with aligned columns. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((_, column) => Math.max(...[titles, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], padding: string) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, padding)).join(" | ")} |\n`;
  const rule = titles.map(() => "-");
  return line(titles, " ") + line(rule, "-") + rows.map((row) => line(row, " ")).join("");
}

const introduction = `# Third-party software

Tributary is MIT-licensed (LICENSE). These packages are bundled into the Worker, or their files are loaded by browsers
with its pages; \`npm run third-party\` writes this file from the bundles themselves, and \`npm run verify\` compares it
with them.
`;

async function readPackage(folder: string): Promise<Package> {
  const path = join(projectRoot, folder);
  const { name, version, license: licence } = parsePackage(await readFile(join(path, "package.json"), "utf8"));
  if (licence === undefined) throw new Failure(`${folder}/package.json names no licence.`);
  const file = (await readdir(path)).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
  return { name, version, licence, text: file === undefined ? null : await readFile(join(path, file), "utf8") };
}

const parsePackage = (json: string): { name: string; version: string; license?: string } => JSON.parse(json);

async function licenceSection({ name, licence, text }: Package): Promise<string> {
  const known = text ?? (await standardText(name, licence));
  const note = text === null ? "The package ships no licence file. The standard text:\n\n" : "";
  return `## ${name}\n\n${note}\`\`\`\n${known.trim()}\n\`\`\`\n`;
}

/** @throws Failure if scripts/licences has no text of the licence */
async function standardText(name: string, licence: string): Promise<string> {
  try {
    return await readFile(join(projectRoot, "scripts/licences", `${licence}.txt`), "utf8");
  } catch {
    throw new Failure(`${name} ships no licence file, and scripts/licences has no text of ${licence}.`);
  }
}

await run(async () => {
  const [forD1, forLibsql] = await Promise.all(databases.map(bundledFolders));
  const written = await documentOf(new Set(forD1), new Set(forLibsql));
  if (!process.argv.includes("--check")) await writeFile(documentPath, written);
  else if ((await readFile(documentPath, "utf8").catch(() => "")) !== written) {
    throw new Failure("THIRD_PARTY.md does not name what is bundled: run `npm run third-party`.");
  }
});
