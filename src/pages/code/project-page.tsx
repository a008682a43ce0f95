// GET /:namespace/:project: a project with its folders and its readme.

import { projectKey } from "../../db/queries/projects/row.ts";
import { findViewersStar } from "../../db/queries/projects/stars.ts";
import type { Browsed, BrowsedFolder } from "../../git/operations/browse.ts";
import { actingLevel, canDownloadCode, isBeingImported } from "../../permissions/abilities.ts";
import { counted, Empty, Time } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { LevelForm } from "../notification-settings/level-form.tsx";
import type { View } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { ArchiveLinks } from "./code-links.tsx";
import { EmptyRepository, ImportStatus } from "./empty-repository.tsx";
import { FolderListing, Readme } from "./folder-listing.tsx";
import { readmeHtml } from "./markdown.ts";
import { ENTRIES_PER_PAGE, mayWrite, placeUrl, projectTitle } from "./open-code.ts";
import { LastCommit, PlaceHeader } from "./place-header.tsx";

export async function projectPage(visit: Visit): Promise<View | Response> {
  // The address that people clone from.
  const { url } = visit;
  if (url.pathname.endsWith(".git")) return visit.redirect(url.pathname.slice(0, -".git".length));
  const { db, viewer } = visit.base;
  const [project, [[star]]] = await Promise.all([
    visit.project(),
    db.batch(findViewersStar(viewer, projectKey({ id: null, path: visit.projectPath }))),
  ]);
  const found = await readRoot(visit, project);
  const html = found?.kind === "folder" ? await readmeHtml(visit, project, found) : null;
  return {
    title: projectTitle(project),
    project,
    tab: "home",
    scripts: ["highlight"],
    content: (
      <>
        <Heading visit={visit} project={project} isStarred={star?.starred === 1} />
        <Facts visit={visit} project={project} />
        <ImportStatus project={project} />
        <Code visit={visit} project={project} found={found} html={html} />
      </>
    ),
  };
}

/** Null for a repository that the viewer may not read, or that is being imported. */
async function readRoot(visit: Visit, project: VisitedProject): Promise<Browsed | null> {
  if (!canDownloadCode(project, project)) return null;
  const repository = visit.base.repositories.open(project.id);
  // Its creation was cut short between the database and the repository.
  if (project.import_status === "scheduled") await repository.begin();
  if (isBeingImported(project)) return null;
  return await repository.run("browse", {
    revision: null,
    path: "",
    offset: (visit.pageNumber - 1) * ENTRIES_PER_PAGE,
    limit: ENTRIES_PER_PAGE,
    level: actingLevel(project, project.access_level),
  });
}

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
}

const Heading = ({ visit, project, isStarred }: Props & { isStarred: boolean }) => {
  const home = projectUrl(project);
  const canFork = project.viewer_id !== null && canDownloadCode(project, project) && !isBeingImported(project);
  return (
    <div class="heading">
      <h1>{project.name}</h1>
      <div class="actions">
        <span>{counted(project.star_count, "star")}</span>
        {project.viewer_id !== null && (
          <ActionButton visit={visit} action={`${home}/${isStarred ? "unstar" : "star"}`}>
            {isStarred ? "Unstar" : "Star"}
          </ActionButton>
        )}
        <span>{counted(project.forks_count, "fork")}</span>
        {canFork && (
          <a class="button" href={`${home}/forks/new`}>
            Fork
          </a>
        )}
      </div>
    </div>
  );
};

const topicsOf = (project: VisitedProject): string[] => JSON.parse(project.tag_list);

const Facts = ({ visit, project }: Props) => (
  <>
    {project.description && <p class="text">{project.description}</p>}
    <p class="meta">
      {project.source_visible === 1 && project.source_path !== null && project.source_namespace_path !== null && (
        <span>
          Forked from{" "}
          <a href={projectUrl({ namespace_path: project.source_namespace_path, path: project.source_path })}>
            {project.source_namespace_path}/{project.source_path}
          </a>
        </span>
      )}
      <span>
        Active <Time now={visit.base.now} time={project.last_activity_at} />
      </span>
      {project.tag_list !== "[]" && <span>Topics {topicsOf(project).join(", ")}</span>}
      {project.default_branch !== null && <span>Default branch {project.default_branch}</span>}
      {canDownloadCode(project, project) && <a href={`${projectUrl(project)}/contributors`}>Contributors</a>}
      {project.viewer_id !== null && <a href={`${projectUrl(project)}/notification_settings`}>Notification settings</a>}
    </p>
    {project.viewer_id !== null && (
      <LevelForm visit={visit} place={projectUrl(project)} level={project.direct_notification_level} />
    )}
    {canDownloadCode(project, project) && <CloneUrl visit={visit} project={project} />}
  </>
);

export const cloneUrl = ({ url }: Visit, project: VisitedProject): string => `${url.origin}${projectUrl(project)}.git`;

const CloneUrl = ({ visit, project }: Props) => (
  <p class="field">
    <label for="clone-url">Clone by HTTP</label>
    <input id="clone-url" class="mono" readonly value={cloneUrl(visit, project)} />
  </p>
);

const Code = ({ visit, project, found, html }: Props & { found: Browsed | null; html: string | null }) => {
  if (found?.kind === "folder") return <Root visit={visit} project={project} folder={found} html={html} />;
  if (isBeingImported(project)) return null;
  if (found === null) return <p>The files of this project are for its members, from reporter up.</p>;
  if (found.kind !== "empty_repository") {
    return (
      <Empty>
        The default branch does not exist. <a href={`${projectUrl(project)}/branches`}>All branches</a>
      </Empty>
    );
  }
  return <EmptyRepository project={project} url={cloneUrl(visit, project)} canPush={mayWrite(project)} />;
};

const Root = ({ visit, project, folder, html }: Props & { folder: BrowsedFolder; html: string | null }) => {
  const { place, readme } = folder;
  return (
    <>
      <PlaceHeader project={project} place={place} kind="tree" isHome>
        {mayWrite(project) && (
          <a class="button" href={placeUrl(project, "new", place.revision, "")}>
            New file
          </a>
        )}
        <ArchiveLinks project={project} revision={place.revision} />
      </PlaceHeader>
      <LastCommit visit={visit} project={project} commit={place.lastCommit} />
      <FolderListing visit={visit} project={project} folder={folder} />
      <Readme project={project} place={place} readme={readme} html={html} />
    </>
  );
};
