// The message of a push: where its branches can be proposed, or their open merge requests. As GitLab prints it.
import type { BranchLinks } from "../../db/queries/merge-requests/links.ts";
import { canOnProject } from "../../permissions/abilities.ts";

/** Branches of one push that are shown. */
export const MOST_LINKED = 5;

/**
 * The lines of the message; none if there is nothing to show.
 *
 * @param rows of the first branches, {@link MOST_LINKED} at most
 * @param pushed number of all branches
 * @param baseUrl `https://host`
 */
export function linkMessage(rows: readonly BranchLinks[], pushed: number, baseUrl: string): string[] {
  const shown = rows.filter(canPropose);
  if (shown.length === 0) return [];
  const more = pushed - shown.length;
  return [
    "",
    ...shown.flatMap((row) => [...linksOf(row, baseUrl), ""]),
    ...(more > 0 ? [`Links of ${more} more ${more === 1 ? "branch are" : "branches are"} not shown.`, ""] : []),
  ];
}

const canPropose = (row: BranchLinks): boolean =>
  row.merge_requests_enabled === 1 && canOnProject(row, "create_merge_request", row.access_level);

function linksOf(row: BranchLinks, baseUrl: string): string[] {
  const branch = printable(row.branch);
  const open: string[] = JSON.parse(row.open);
  return open.length > 0
    ? [`View merge request for ${branch}:`, ...open.map((place) => `  ${baseUrl}/${place}`)]
    : [`To create a merge request for ${branch}, visit:`, `  ${newMergeRequestUrl(row, baseUrl)}`];
}

function newMergeRequestUrl({ namespace_path, project_path, branch, parent_id }: BranchLinks, baseUrl: string): string {
  const query = new URLSearchParams({ "merge_request[source_branch]": branch });
  if (parent_id !== null) query.set("merge_request[target_project_id]", String(parent_id));
  return `${baseUrl}/${namespace_path}/${project_path}/merge_requests/new?${query}`;
}

/** Git allows C1 controls and marks that turn the direction of text in the names of branches. */
const printable = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
