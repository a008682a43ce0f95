// GET /:namespace/:project/merge_requests/:iid: a merge request with the state of its merge and its discussion.
import { listThreads, type ThreadRow } from "../../db/queries/noteables/threads.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { isWorkInProgress } from "../../services/merge-requests/work-in-progress.ts";
import { ActionButton } from "../components/form.tsx";
import type { RenderOptions } from "../content/render-options.ts";
import { Awards } from "../issuables/awards.tsx";
import { issuablePath, mergeRequestKind } from "../issuables/kinds.ts";
import { wholeUrl } from "../issuables/notes.tsx";
import { NOTES_PER_PAGE, notesPageOf, readSurroundings, type Surroundings } from "../issuables/read.ts";
import { Sidebar } from "../issuables/sidebar.tsx";
import { renderingOf, Text } from "../issuables/text.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { readClosedIssues } from "./closed-issues.tsx";
import { Discussion } from "./discussion.tsx";
import { namedMergeRequest } from "./found-merge-request.ts";
import { MergeRequestHeader } from "./header.tsx";
import { type InspectedMergeRequest, inspectMergeRequest } from "./inspect-merge-request.ts";
import { MergeBox } from "./merge-box.tsx";
import { arrange } from "./threads.ts";

export const mergeRequestPage: Page = async (visit) => {
  const [mergeRequest, around, threads] = await Promise.all([
    visit.api.call(inspectMergeRequest, namedMergeRequest(visit)),
    readSurroundings(visit, mergeRequestKind),
    readThreads(visit),
  ]);
  const texts = [mergeRequest.title, mergeRequest.description, ...around.notes.rows.map(({ body }) => body)];
  const [closes, rendering] = await Promise.all([readClosedIssues(visit, mergeRequest), renderingOf(visit, texts)]);
  const base = issuablePath(visit, mergeRequestKind);
  const { project } = around;
  const { may } = mergeRequest;
  const parts = { visit, base, mergeRequest, around, rendering };
  return {
    title: `${mergeRequest.title} (!${mergeRequest.iid})`,
    project,
    tab: "merge_requests",
    content: (
      <>
        <MergeRequestHeader mergeRequest={mergeRequest} tab="discussion" now={visit.base.now}>
          {may.edit && <HeadActions {...parts} />}
        </MergeRequestHeader>
        <Fork mergeRequest={mergeRequest} />
        <div class="columns">
          <div>
            <Description {...parts} />
            <MergeBox visit={visit} project={project} base={base} mergeRequest={mergeRequest} closes={closes} />
            <Discussion
              {...parts}
              issuable={mergeRequest}
              canChangeState={may.edit}
              entries={arrange(around.notes.rows, threads)}
            />
          </div>
          <Sidebar
            visit={visit}
            kind={mergeRequestKind}
            issuable={mergeRequest}
            around={around}
            canEdit={may.edit}
            canManage={may.manage}
            canSubscribe={may.edit}
          />
        </div>
      </>
    ),
  };
};

async function readThreads(visit: Visit): Promise<ThreadRow[]> {
  const { db, viewer } = visit.base;
  const { merge_request_id } = namedMergeRequest(visit);
  const name = { ...projectKey({ id: null, path: visit.projectPath }), iid: merge_request_id.value };
  const offset = (notesPageOf(visit) - 1) * NOTES_PER_PAGE;
  const [rows] = await db.batch(listThreads(viewer, name, NOTES_PER_PAGE, offset));
  return rows;
}

interface PartProps {
  readonly visit: Visit;
  readonly base: string;
  readonly mergeRequest: InspectedMergeRequest;
  readonly around: Surroundings;
  readonly rendering: RenderOptions;
}

const HeadActions = ({ visit, base, mergeRequest }: PartProps) => {
  const isOpen = mergeRequest.examined !== null;
  return (
    <>
      <a class="button" href={`${base}/edit`}>
        Edit
      </a>
      {isOpen && (
        <ActionButton visit={visit} action={`${base}/work_in_progress`}>
          {isWorkInProgress(mergeRequest.title) ? "Mark as ready" : "Mark as work in progress"}
        </ActionButton>
      )}
      {mergeRequest.state !== "merged" && (
        <ActionButton
          visit={visit}
          action={`${base}/state`}
          fields={{ id: String(mergeRequest.id), state_event: isOpen ? "close" : "reopen" }}
        >
          {isOpen ? "Close" : "Reopen"}
        </ActionButton>
      )}
    </>
  );
};

/** Where it comes from, unless that is the project itself. */
const Fork = ({
  mergeRequest: { surroundings, source_project_id, target_project_id },
}: Pick<PartProps, "mergeRequest">) => {
  const { source_path: path, source_namespace_path: namespace_path } = surroundings;
  if (source_project_id === target_project_id) return null;
  if (path === null || namespace_path === null)
    return <p class="meta">From a project that is gone, or that you may not see.</p>;
  return (
    <p class="meta">
      <span>
        From <a href={projectUrl({ namespace_path, path })}>{`${namespace_path}/${path}`}</a>
      </span>
    </p>
  );
};

const Description = ({ visit, base, mergeRequest, around, rendering }: PartProps) => (
  <section class="box" id="description" aria-label="Description">
    {!mergeRequest.description && <p class="quiet">No description.</p>}
    <Text
      source={mergeRequest.description}
      rendering={rendering}
      whole={wholeUrl({ visit, base, around }, "description")}
    />
    <Awards
      visit={visit}
      base={base}
      id={mergeRequest.id}
      noteId={null}
      awards={around.awards}
      isOwn={mergeRequest.author.id === around.project.viewer_id}
    />
  </section>
);
