// The files on which the branches disagree, and how to resolve that.

import { counted } from "../components/basics.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { Visit } from "../visit.ts";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";
import { resolvingCommands } from "./shell-commands.ts";

interface Props {
  readonly visit: Visit;
  readonly mergeRequest: Pick<
    InspectedMergeRequest,
    "source_branch" | "target_branch" | "source_project_id" | "target_project_id"
  >;
  readonly conflicts: { readonly paths: readonly string[]; readonly count: number };
}

export const Conflicts = ({ visit, mergeRequest, conflicts: { paths, count } }: Props) => {
  const { source_branch, target_branch, source_project_id, target_project_id } = mergeRequest;
  const isFork = source_project_id !== target_project_id;
  const commands = resolvingCommands({
    sourceBranch: source_branch,
    targetBranch: target_branch,
    targetUrl: isFork ? `${visit.base.baseUrl}/${visit.projectPath}.git` : null,
  });
  return (
    <>
      <p>
        Both branches changed {counted(count, "file")} in ways that git cannot combine. Somebody has to resolve the
        conflicts in the source branch.
      </p>
      <ul>
        {paths.map((path) => (
          <li>
            <code>{path}</code>
          </li>
        ))}
        {count > paths.length && <li>and {counted(count - paths.length, "more file")}</li>}
      </ul>
      <details>
        <summary>Resolve them on your computer</summary>
        <p>In a clone of the source project:</p>
        <Scroll label="Commands">
          <pre>{commands.join("\n")}</pre>
        </Scroll>
      </details>
    </>
  );
};
