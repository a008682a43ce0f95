// Searches the commits and files of a project.
import { badRequest, forbidden } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { canDownloadCode } from "../../../permissions/abilities.ts";
import { paginate, type Reply } from "../../endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { withProject } from "../../require.ts";
import { presentCommit } from "../presenters/commit.ts";
import { presentFoundFile } from "../presenters/found-file.ts";
import { idOf, type SearchCall } from "./search-params.ts";

type CodeCall = SearchCall & { readonly params: { readonly ref?: string | null | undefined } };

/** @throws ApiError 403 unless the caller may read the code */
async function openCode(call: CodeCall) {
  const { actor, project } = await withProject(idOf(call));
  if (!canDownloadCode(actor, project)) throw forbidden();
  const options = { revision: revisionText(call.params.ref), text: call.params.search };
  return { project, repository: call.repositories.open(project.id), options };
}

function pageOfFound<Row>(call: SearchCall, found: readonly Row[], present: (row: Row) => unknown): Reply {
  const { perPage, offset } = pageOf(call.params);
  return paginate(call, { rows: found.slice(offset, offset + perPage), total: found.length }, present);
}

export async function searchCommits(call: CodeCall): Promise<Reply> {
  const { project, repository, options } = await openCode(call);
  const found = await repository.run("searchCommits", options);
  return pageOfFound(call, found, (commit) => presentCommit(commit, call, project));
}

export async function searchFiles(call: CodeCall): Promise<Reply> {
  const { project, repository, options } = await openCode(call);
  const found = await repository.run("searchFiles", options);
  if (found === "too_much") throw badRequest("The files are too large to be searched; fetch the repository instead");
  const ref = call.params.ref || (project.default_branch ?? "");
  return pageOfFound(call, found, (file) => presentFoundFile({ file, ref, projectId: project.id }));
}
