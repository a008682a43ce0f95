// Markdown of a repository: readmes, other files, and release notes.
import type { BrowsedFolder, Place } from "../../git/operations/browse.ts";
import { Work } from "../content/bounded-lexer.ts";
import { renderMarkdown } from "../content/render-markdown.ts";
import type { RenderOptions } from "../content/render-options.ts";
import { resolveReferences } from "../content/resolve-references.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { baseName, exactText, folderOf } from "./byte-path.ts";
import { projectTitle } from "./open-code.ts";

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown|mdown|mkdn?)$/i.test(name);

/** HTML of a file's text. @param path of the file, as bytes */
export async function fileHtml(visit: Visit, project: VisitedProject, place: Place, path: string, text: string) {
  const repository = { path: projectTitle(project), ref: place.revision, folder: exactText(folderOf(path)) ?? "" };
  const [html = ""] = await htmlOf(visit, project, [text], { repository });
  return html;
}

/** Null for a folder without a readme in Markdown. */
export async function readmeHtml(visit: Visit, project: VisitedProject, folder: BrowsedFolder): Promise<string | null> {
  const { place, readme } = folder;
  if (readme === null || readme.text === null || !isMarkdown(baseName(readme.name))) return null;
  return await fileHtml(
    visit,
    project,
    place,
    place.path === "" ? readme.name : `${place.path}/${readme.name}`,
    readme.text,
  );
}

/** HTML of several texts of a page, which share the bound of its work. Their references are looked up together. */
export async function htmlOf(
  visit: Visit,
  project: VisitedProject,
  texts: readonly string[],
  options: Pick<RenderOptions, "repository"> = {},
): Promise<string[]> {
  const references = await resolveReferences(visit.base, texts, projectTitle(project));
  const work = new Work();
  return texts.map((text) => renderMarkdown(text, { ...options, references, work, headingLevel: 2 }));
}
