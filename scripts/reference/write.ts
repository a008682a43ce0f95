// The reference in the folder of static assets: Swagger UI at /docs, the pages of docs/, and the texts for agents.
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { OpenApiDocument } from "../openapi/document.ts";
import { assetsFolder, projectRoot } from "../project.ts";
import { agentsIndex } from "./agents-index.ts";
import { markdownReference } from "./markdown-reference.ts";
import { renderPage } from "./render-page.ts";

const docsFolder = join(projectRoot, "docs");
const siteFolder = join(assetsFolder, "docs");
const ownFiles = ["index.html", "start.js", "style.css"];
/** With the licences that their distribution requires. */
const swaggerFiles = [
  "swagger-ui-bundle.js",
  "swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui.css",
  "LICENSE",
  "NOTICE",
];

/** @param v3 and @param v4 the descriptions of both versions */
export async function writeReference(v3: OpenApiDocument, v4: OpenApiDocument): Promise<void> {
  const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  await mkdir(join(siteFolder, "swagger-ui"), { recursive: true });
  for (const name of swaggerFiles) await copyFile(join(swagger, name), join(siteFolder, "swagger-ui", name));
  for (const name of ownFiles) await copyFile(join(import.meta.dirname, "site", name), join(siteFolder, name));
  await writeFile(join(siteFolder, "reference.md"), markdownReference(v3, 3));
  await writeFile(join(siteFolder, "reference-v4.md"), markdownReference(v4, 4));
  const files = await readdir(docsFolder, { recursive: true });
  const pages = files.filter((name) => name.endsWith(".md")).sort();
  const titles = new Map<string, string>();
  for (const name of pages) {
    const markdown = await readFile(join(docsFolder, name), "utf8");
    const { title, html } = renderPage(name, markdown, pages);
    titles.set(name, title);
    await mkdir(dirname(join(siteFolder, name)), { recursive: true });
    await writeFile(join(siteFolder, name.replace(/\.md$/, ".html")), html);
    await writeFile(join(siteFolder, name), markdown);
  }
  await writeFile(join(assetsFolder, "llms.txt"), agentsIndex(titles));
}
