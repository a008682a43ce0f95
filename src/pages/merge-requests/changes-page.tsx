// GET /:namespace/:project/merge_requests/:iid/diffs: the changes of the newest version or of the one in `version`.
import { getChanges } from "../../api/v3/merge-requests/get-changes.ts";
import { getVersion } from "../../api/v3/merge-requests/get-version.ts";
import { listVersions } from "../../api/v3/merge-requests/list-versions.ts";
import type { presentVersion } from "../../api/v3/presenters/merge-request-version.ts";
import { timeAgo } from "../components/basics.tsx";
import { Button } from "../components/form.tsx";
import { renderDiff } from "../diff/diff-view.tsx";
import type { Page } from "../page.ts";
import type { Visit } from "../visit.ts";
import { findMergeRequest, namedMergeRequest } from "./found-merge-request.ts";
import { MergeRequestHeader } from "./header.tsx";

type Version = ReturnType<typeof presentVersion>;

export const changesPage: Page = async (visit) => {
  const [project, { mergeRequest, changes }, versions] = await Promise.all([
    visit.project(),
    readChanges(visit),
    visit.api.call(listVersions, namedMergeRequest(visit)),
  ]);
  const chosen = visit.queryText("version");
  const version = chosen === undefined ? versions[0] : versions.find(({ id }) => id === Number(chosen));
  const revision = version?.head_commit_sha ?? mergeRequest.source_branch;
  const command = `git diff ${version?.base_commit_sha ?? mergeRequest.target_branch} ${revision}`;
  const diff = renderDiff({ visit, project, changes, revision, command });
  return {
    title: `Changes · ${mergeRequest.title} (!${mergeRequest.iid}) · ${project.path}`,
    project,
    tab: "merge_requests",
    content: (
      <>
        <MergeRequestHeader mergeRequest={mergeRequest} tab="changes" now={visit.base.now} />
        {versions.length > 1 && <VersionForm visit={visit} versions={versions} chosen={version} />}
        {diff}
      </>
    ),
  };
};

/** @throws ApiError 404 for an unknown version */
async function readChanges(visit: Visit) {
  const named = namedMergeRequest(visit);
  const version_id = visit.queryText("version");
  if (version_id === undefined) {
    const mergeRequest = await visit.api.call(getChanges, named);
    return { mergeRequest, changes: mergeRequest.changes };
  }
  const [mergeRequest, { diffs }] = await Promise.all([
    visit.api.call(findMergeRequest, named),
    visit.api.call(getVersion, { ...named, version_id }),
  ]);
  return { mergeRequest, changes: diffs };
}

interface VersionFormProps {
  readonly visit: Visit;
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly chosen: Version | undefined;
}

const VersionForm = ({ visit, versions, chosen }: VersionFormProps) => (
  <form method="get" action={visit.url.pathname} class="filters">
    {["view", "w"].map((name) => {
      const value = visit.queryText(name);
      return value !== undefined && <input type="hidden" name={name} value={value} />;
    })}
    <label for="version">Version</label>
    <select id="version" name="version">
      {versions.map((version, index) => (
        <option value={String(version.id)} selected={version === chosen}>
          {versions.length - index}
          {index === 0 ? " (newest)" : ""}: {version.head_commit_sha?.slice(0, 8)},{" "}
          {timeAgo(visit.base.now, version.created_at)}
        </option>
      ))}
    </select>
    <Button>Show</Button>
  </form>
);
