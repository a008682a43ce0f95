// The entries of a folder, and its readme.
import { raw } from "hono/html";
import type { BrowsedFolder, Readme as FoundReadme, Place } from "../../git/operations/browse.ts";
import { counted, Empty, Pages } from "../components/basics.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { Visit, VisitedProject } from "../visit.ts";
import { shownName } from "./byte-path.ts";
import { ENTRIES_PER_PAGE, placeUrl } from "./open-code.ts";

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly folder: BrowsedFolder;
}

export const FolderListing = ({ visit, project, folder }: Props) => {
  const { entries, total, place } = folder;
  const page = visit.pageNumber;
  if (total === 0) return <Empty>This folder is empty.</Empty>;
  const isCut = total > ENTRIES_PER_PAGE;
  const first = (page - 1) * ENTRIES_PER_PAGE;
  return (
    <>
      <ul class="list files">
        {entries.map((entry) => (
          <Entry project={project} place={place} entry={entry} />
        ))}
      </ul>
      {isCut && (
        <p class="meta">
          Entries {first + 1} to {first + entries.length} of {counted(total, "entry", "entries")}.
        </p>
      )}
      <Pages visit={visit} listed={{ rows: [], page, total, hasNext: first + entries.length < total }} />
    </>
  );
};

type TreeEntry = BrowsedFolder["entries"][number];

const MODE_TYPE = 0o170000;
const FOLDER = 0o040000;
const SYMLINK = 0o120000;
const SUBMODULE = 0o160000;

export const isSymlink = (mode: number): boolean => (mode & MODE_TYPE) === SYMLINK;

const Entry = ({ project, place, entry }: { project: VisitedProject; place: Place; entry: TreeEntry }) => {
  const { name, mode, oid } = entry;
  const type = mode & MODE_TYPE;
  if (type === SUBMODULE) {
    return (
      <li>
        {shownName(name)} <span class="badge">submodule</span> <code>{oid.slice(0, 8)}</code>
      </li>
    );
  }
  const path = place.path === "" ? name : `${place.path}/${name}`;
  const isFolder = type === FOLDER;
  return (
    <li>
      <a
        class={isFolder ? "main" : undefined}
        href={placeUrl(project, isFolder ? "tree" : "blob", place.revision, path)}
      >
        {shownName(name)}
        {isFolder && "/"}
      </a>
      {type === SYMLINK && <span class="badge">symlink</span>}
    </li>
  );
};

interface ReadmeProps {
  readonly project: VisitedProject;
  readonly place: Place;
  readonly readme: FoundReadme | null;
  /** Rendered, if it is Markdown. */
  readonly html: string | null;
}

export const Readme = ({ project, place, readme, html }: ReadmeProps) => {
  if (readme === null) return null;
  const { name, text } = readme;
  const href = placeUrl(project, "blob", place.revision, place.path === "" ? name : `${place.path}/${name}`);
  return (
    <section class="box" id="readme" aria-labelledby="readme-name">
      <h2 class="box-head" id="readme-name">
        <a href={href}>{shownName(name)}</a>
      </h2>
      {html !== null && <div class="markdown">{raw(html)}</div>}
      {html === null && text !== null && (
        <Scroll label="Text">
          <pre>{text}</pre>
        </Scroll>
      )}
      {text === null && <p>It is too large to be shown here, or not a text.</p>}
    </section>
  );
};
