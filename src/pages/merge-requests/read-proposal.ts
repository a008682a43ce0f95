// Reads what the page of a new merge request shows: the projects and branches to choose from, and what the chosen
// branch would bring.
import { listPlaces, type PlaceRow } from "../../db/queries/merge-requests/places.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { BranchNames } from "../../git/operations/branch-names.ts";
import type { ProposalPreview } from "../../git/operations/merge-requests/preview-proposal.ts";
import { forbidden, unauthorized } from "../../http/errors.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { type ChosenPlaces, choosePlaces } from "./choose-places.ts";

/** Names that a form offers. */
export const MOST_BRANCHES = 200;
/** Commits and files that a preview lists. */
const MOST_PREVIEWED = 100;
/** Of the target that a fork is compared with: one that it does not know is followed by one that it may know. */
const MOST_TARGET_COMMITS = 500;

export interface Proposing {
  readonly project: VisitedProject;
  readonly places: ChosenPlaces;
  readonly sourceBranches: BranchNames;
  readonly targetBranches: BranchNames;
  /** Empty until it is chosen. */
  readonly sourceBranch: string;
  readonly targetBranch: string;
  /** Null until both branches are chosen, and if one of them does not exist. */
  readonly preview: ProposalPreview | null;
}

/** @throws ApiError 401, 403 if the viewer may propose nothing, 404 */
export async function readProposal(visit: Visit): Promise<Proposing> {
  const { db, viewer, repositories } = visit.base;
  const [project, [rows]] = await Promise.all([
    visit.project(),
    db.batch(listPlaces(viewer, projectKey({ id: null, path: visit.projectPath }))),
  ]);
  if (project.viewer_id === null) throw unauthorized();
  const named = { sourceId: proposed(visit, "source_project_id"), targetId: proposed(visit, "target_project_id") };
  const places = choosePlaces(rows, named);
  if (places === null) throw forbidden("You may propose no branch here. Fork the project, or become a developer of it");
  const { source, target } = places;
  const sourceBranch = proposed(visit, "source_branch") ?? "";
  const targetBranch = proposed(visit, "target_branch") ?? target.default_branch ?? "";
  const sourceNames = repositories.open(source.id).run("branchNames", MOST_BRANCHES);
  const [sourceBranches, targetBranches, preview] = await Promise.all([
    sourceNames,
    source.id === target.id ? sourceNames : repositories.open(target.id).run("branchNames", MOST_BRANCHES),
    sourceBranch === "" ? null : previewOf(visit, places, { sourceBranch, targetBranch }),
  ]);
  return { project, places, sourceBranches, targetBranches, sourceBranch, targetBranch, preview };
}

/** A field of the submitted form, or a parameter of the query: `source_branch` or `merge_request[source_branch]`. */
function proposed(visit: Visit, name: string): string | undefined {
  const { searchParams } = visit.url;
  const given = visit.formText(name) ?? searchParams.get(`merge_request[${name}]`) ?? searchParams.get(name);
  return given === null || given === "" ? undefined : given;
}

interface Branches {
  readonly sourceBranch: string;
  readonly targetBranch: string;
}

async function previewOf(
  { base }: Visit,
  { source, target }: { readonly source: PlaceRow; readonly target: PlaceRow },
  { sourceBranch, targetBranch }: Branches,
): Promise<ProposalPreview | null> {
  const isOneRepository = source.id === target.id;
  return base.repositories.open(source.id).run("previewProposal", {
    sourceBranch,
    limit: MOST_PREVIEWED,
    target: isOneRepository ? { branch: targetBranch } : { commits: await commitsOf() },
  });

  async function commitsOf() {
    const page = { path: "", since: null, until: null, offset: 0, limit: MOST_TARGET_COMMITS };
    const revision = `refs/heads/${targetBranch}`;
    const listed = await base.repositories.open(target.id).run("listCommits", { ...page, revision });
    return typeof listed === "string" ? [] : listed.commits.map(({ id }) => id);
  }
}
