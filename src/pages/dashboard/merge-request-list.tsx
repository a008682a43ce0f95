// Merge requests of several projects, as a list.
import type { ViewersMergeRequest } from "../../db/queries/merge-requests/viewer-lists.ts";
import { counted, State, Time, UserLink } from "../components/basics.tsx";
import { projectUrl } from "../paths.ts";

interface Props {
  readonly mergeRequests: readonly ViewersMergeRequest[];
  readonly now: string;
}

export const MergeRequestList = ({ mergeRequests, now }: Props) => (
  <ul class="list">
    {mergeRequests.map((one) => {
      const project = { namespace_path: one.namespace_path, path: one.project_path };
      return (
        <li>
          <a class="main" href={`${projectUrl(project)}/merge_requests/${one.iid}`}>
            {one.title}
          </a>
          <p class="meta">
            <State state={one.state === "reopened" ? "opened" : one.state} />
            <span>
              {one.namespace_path}/{one.project_path}!{one.iid}
            </span>
            <span>
              Opened <Time now={now} time={one.created_at} /> by{" "}
              <UserLink user={{ username: one.author_username, name: one.author_name }} />
            </span>
            {one.user_notes_count > 0 && <span>{counted(one.user_notes_count, "comment")}</span>}
          </p>
        </li>
      );
    })}
  </ul>
);
