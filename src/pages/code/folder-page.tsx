// GET /:namespace/:project/tree/:ref/*: a folder. GET /:namespace/:project/tree redirects to a revision.
import type { BrowsedFolder } from "../../git/operations/browse.ts";
import type { View } from "../page.ts";
import { encodePath, projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { shownName } from "./byte-path.ts";
import { ArchiveLinks, HistoryLink } from "./code-links.tsx";
import { FolderListing, Readme } from "./folder-listing.tsx";
import { readmeHtml } from "./markdown.ts";
import { type Found, findPlace, mayWrite, placeUrl, projectTitle } from "./open-code.ts";
import { LastCommit, PlaceHeader } from "./place-header.tsx";

export async function folderPage(visit: Visit): Promise<View | Response> {
  const found = await findPlace(visit, "tree");
  if (found instanceof Response) return found;
  const { project, place, shown } = found;
  if (shown.kind === "file") return visit.redirect(placeUrl(project, "blob", place.revision, place.path));
  return viewOf(visit, { project, place, shown }, await readmeHtml(visit, project, shown));
}

const viewOf = (visit: Visit, { project, place, shown }: Found<BrowsedFolder>, html: string | null): View => ({
  title: `${shownName(place.path) || "Files"} · ${projectTitle(project)}`,
  project,
  tab: "files",
  scripts: ["highlight"],
  content: (
    <>
      <PlaceHeader project={project} place={place} kind="tree">
        {mayWrite(project) && place.kind === "branch" && (
          <a class="button" href={placeUrl(project, "new", place.revision, place.path)}>
            New file
          </a>
        )}
        <HistoryLink project={project} place={place} />
        <ArchiveLinks project={project} revision={place.revision} />
      </PlaceHeader>
      <LastCommit visit={visit} project={project} commit={place.lastCommit} />
      <FolderListing visit={visit} project={project} folder={shown} />
      <Readme project={project} place={place} readme={shown.readme} html={html} />
    </>
  ),
});

/** Without a revision in its path: that of the query, from the form of the page's head, or the default branch. */
export async function chooseRevision(visit: Visit): Promise<Response> {
  const project = await visit.project();
  const revision = visit.queryText("ref") ?? project.default_branch;
  if (revision === null) return visit.redirect(projectUrl(project));
  const path = visit.queryText("path") ?? "";
  const show = visit.queryText("show") === "blob" ? "blob" : "tree";
  const address = `${projectUrl(project)}/${show}/${encodeURIComponent(revision)}`;
  return visit.redirect(path === "" ? address : `${address}/${encodePath(path)}`);
}
