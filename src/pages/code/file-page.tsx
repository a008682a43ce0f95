// GET /:namespace/:project/blob/:ref/*: a file, as numbered lines, as a picture, or as rendered Markdown.
import type { BrowsedFile } from "../../git/operations/browse.ts";
import { counted } from "../components/basics.tsx";
import { sizeText } from "../components/size-text.ts";
import type { View } from "../page.ts";
import type { Visit } from "../visit.ts";
import { baseName, exactText, shownName } from "./byte-path.ts";
import { HistoryLink } from "./code-links.tsx";
import { FileContent } from "./file-content.tsx";
import { isSymlink } from "./folder-listing.tsx";
import { fileHtml, isMarkdown } from "./markdown.ts";
import { type Found, findPlace, mayWrite, placeUrl, projectTitle } from "./open-code.ts";
import { LastCommit, PlaceHeader } from "./place-header.tsx";

export async function filePage(visit: Visit): Promise<View | Response> {
  const found = await findPlace(visit, "blob");
  if (found instanceof Response) return found;
  const { project, place, shown } = found;
  if (shown.kind === "folder") return visit.redirect(placeUrl(project, "tree", place.revision, place.path));
  const isRendered = shown.text !== null && isMarkdown(baseName(place.path)) && visit.queryText("plain") !== "1";
  const html = isRendered ? await fileHtml(visit, project, place, place.path, shown.text) : null;
  return viewOf(visit, { project, place, shown }, html);
}

const viewOf = (visit: Visit, { project, place, shown }: Found<BrowsedFile>, html: string | null): View => ({
  title: `${shownName(place.path)} · ${projectTitle(project)}`,
  project,
  tab: "files",
  scripts: ["highlight"],
  content: (
    <>
      <PlaceHeader project={project} place={place} kind="blob">
        <FileLinks visit={visit} found={{ project, place, shown }} />
      </PlaceHeader>
      <LastCommit visit={visit} project={project} commit={place.lastCommit} />
      <FileFacts file={shown} />
      <FileContent project={project} file={shown} html={html} />
    </>
  ),
});

const FileLinks = ({ visit, found }: { visit: Visit; found: Found<BrowsedFile> }) => {
  const { project, place, shown } = found;
  const to = (page: string, revision = place.revision) => placeUrl(project, page, revision, place.path);
  const canChange = mayWrite(project) && place.kind === "branch" && exactText(place.path) !== null;
  const isPlain = visit.queryText("plain") === "1";
  return (
    <>
      {isMarkdown(baseName(place.path)) && shown.text !== null && (
        <a class="button" href={isPlain ? to("blob") : `${to("blob")}?plain=1`}>
          {isPlain ? "Rendered" : "Source"}
        </a>
      )}
      <a class="button" href={to("raw")}>
        Raw
      </a>
      <HistoryLink project={project} place={place} />
      <a class="button" href={to("blob", place.commit)}>
        Permalink
      </a>
      {canChange && shown.text !== null && !isSymlink(shown.mode) && (
        <a class="button" href={to("edit")}>
          Edit
        </a>
      )}
      {canChange && (
        <a class="button danger" href={to("delete")}>
          Delete
        </a>
      )}
    </>
  );
};

const FileFacts = ({ file: { size, text, mode } }: { file: BrowsedFile }) => (
  <p class="meta">
    <span>{sizeText(size)}</span>
    {text !== null && <span>{counted(lineCount(text), "line")}</span>}
    {isSymlink(mode) && <span>A symlink: its content is the path that it leads to.</span>}
    {(mode & 0o111) !== 0 && <span>Executable</span>}
  </p>
);

function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
