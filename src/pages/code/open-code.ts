// Opens the repository of a page's project for those who may read its code. The anonymous may in public projects,
// although API v3 has most of these endpoints for signed-in users only.
import type { Endpoint } from "../../api/endpoint.ts";
import { type OpenRepository, withRepository } from "../../api/repositories/repository-endpoint.ts";
import type { Statement } from "../../db/statement.ts";
import type { BrowsedFile, BrowsedFolder, Place } from "../../git/operations/browse.ts";
import { notFound } from "../../http/errors.ts";
import type { Params } from "../../http/params.ts";
import { actingLevel, canOnProject, isBeingImported } from "../../permissions/abilities.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { decodePath, encodeBytes } from "./byte-path.ts";

/** The project with its repository, and the rows of `also` from the same round trip. @throws ApiError 404, 403 */
export const openCode = <const S extends readonly Statement[]>(visit: Visit, ...also: S): Promise<OpenRepository<S>> =>
  withRepository(
    {
      ...visit.base,
      access: "visible_code",
      params: { id: { id: null, path: visit.projectPath } },
      given: new Map<string, unknown>(),
      url: visit.url.origin + visit.url.pathname,
    },
    ...also,
  );

/** The endpoint, open to all who may read the project's code. */
export const forReaders = <P extends Params, Body>(endpoint: Endpoint<P, Body>): Endpoint<P, Body> => ({
  ...endpoint,
  access: "visible_code",
});

/** True if the viewer may create branches and commits. */
export const mayWrite = (project: VisitedProject): boolean =>
  project.archived === 0 && !isBeingImported(project) && canOnProject(project, "push_code", project.access_level);

/** Entries of a folder on one page. */
export const ENTRIES_PER_PAGE = 500;

export type Kind = "tree" | "blob";

/** The address of a path at a revision. */
export const placeUrl = (project: VisitedProject, page: string, revision: string, path: string): string =>
  `${projectUrl(project)}/${page}/${encodeURIComponent(revision)}${path === "" ? "" : `/${encodeBytes(path)}`}`;

export interface Found<Shown> {
  readonly project: VisitedProject;
  readonly place: Place;
  readonly shown: Shown;
}

type FoundAny = Found<BrowsedFolder | BrowsedFile>;

/**
 * The folder or the file at the page's address. A Response redirects to the address of a revision whose slashes were not
 * encoded.
 *
 * @param page the path of the page below the project, which the address keeps
 * @param whenEmpty answers for a project that has no commits yet; the default redirects to it
 */
export async function findPlace<Empty = Response>(
  visit: Visit,
  page: string,
  whenEmpty?: (project: VisitedProject) => Empty,
): Promise<FoundAny | Response | Empty> {
  const { project, repository } = await openCode(visit);
  const found = await repository.run("browse", {
    revision: visit.param("ref"),
    path: decodePath(visit.rest),
    offset: (visit.pageNumber - 1) * ENTRIES_PER_PAGE,
    limit: ENTRIES_PER_PAGE,
    level: actingLevel(project, project.access_level),
  });
  switch (found.kind) {
    case "folder":
    case "file":
      return { project, place: found.place, shown: found };
    case "moved":
      return visit.redirect(placeUrl(project, page, found.revision, found.path) + visit.url.search);
    case "empty_repository":
      return whenEmpty === undefined ? visit.redirect(projectUrl(project)) : whenEmpty(project);
    case "no_commit":
    case "no_entry":
      throw notFound("File");
  }
}

/** For titles of pages. */
export const projectTitle = ({ namespace_path, path }: VisitedProject): string => `${namespace_path}/${path}`;
