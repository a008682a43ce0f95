// GET /:namespace/:project/issues/:iid: an issue with its attributes and its discussion.
import { findMovedTo, type MovedRow } from "../../db/queries/issuables/involvement.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { State, Time, UserLink } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import type { RenderOptions } from "../content/render-options.ts";
import { Awards } from "../issuables/awards.tsx";
import { iidOf, issuablePath, issueKind } from "../issuables/kinds.ts";
import { Notes, wholeUrl } from "../issuables/notes.tsx";
import { readSurroundings, type Surroundings } from "../issuables/read.ts";
import { Sidebar } from "../issuables/sidebar.tsx";
import { renderingOf, Text, Title } from "../issuables/text.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { findIssue } from "./found-issue.ts";
import { LinkedIssues, readLinks } from "./linked-issues.tsx";
import { rightsOn } from "./rights.ts";

type Issue = Awaited<ReturnType<typeof readIssue>>;

const readIssue = (visit: Visit) => visit.api.call(findIssue, { id: visit.projectPath, issue_id: iidOf(visit) });

export const issuePage: Page = async (visit) => {
  const key = { ...projectKey({ id: null, path: visit.projectPath }), iid: iidOf(visit).value };
  const [issue, around, links, [[moved]]] = await Promise.all([
    readIssue(visit),
    readSurroundings(visit, issueKind),
    readLinks(visit),
    visit.base.db.batch(findMovedTo(visit.base.viewer, key)),
  ]);
  const texts = [issue.title, issue.description, ...around.notes.rows.map(({ body }) => body)];
  const rendering = await renderingOf(visit, texts);
  const rights = rightsOn(around.project, issue);
  const base = issuablePath(visit, issueKind);
  return {
    title: `${issue.title} (#${issue.iid})`,
    project: around.project,
    tab: "issues",
    content: (
      <>
        <Head visit={visit} issue={issue} base={base} canEdit={rights.canEdit} rendering={rendering} />
        <Notices issue={issue} moved={moved} />
        <div class="columns">
          <div>
            <Description visit={visit} issue={issue} around={around} base={base} rendering={rendering} />
            <LinkedIssues visit={visit} project={around.project} links={links} />
            <Notes
              visit={visit}
              base={base}
              issuable={issue}
              around={around}
              rendering={rendering}
              canChangeState={rights.canEdit}
            />
          </div>
          <Sidebar visit={visit} kind={issueKind} issuable={issue} around={around} canSubscribe {...rights} />
        </div>
      </>
    ),
  };
};

interface PartProps {
  readonly visit: Visit;
  readonly issue: Issue;
  readonly base: string;
  readonly rendering: RenderOptions;
}

const Head = ({ visit, issue, base, canEdit, rendering }: PartProps & { canEdit: boolean }) => (
  <header>
    <div class="heading">
      <h1>
        <Title title={issue.title} rendering={rendering} /> <span class="soft">#{issue.iid}</span>
      </h1>
      {canEdit && (
        <div class="actions">
          <a class="button" href={`${base}/edit`}>
            Edit
          </a>
          <ActionButton
            visit={visit}
            action={`${base}/state`}
            fields={{ id: String(issue.id), state_event: issue.state === "closed" ? "reopen" : "close" }}
          >
            {issue.state === "closed" ? "Reopen issue" : "Close issue"}
          </ActionButton>
        </div>
      )}
    </div>
    <p class="meta">
      <State state={issue.state} />
      <span>
        Created <Time now={visit.base.now} time={issue.created_at} /> by <UserLink user={issue.author} />
      </span>
    </p>
  </header>
);

const Notices = ({ issue, moved }: { issue: Issue; moved: MovedRow | undefined }) => (
  <>
    {issue.confidential && (
      <p class="notice">This issue is confidential: only its author, its assignee and reporters see it.</p>
    )}
    {moved !== undefined && (
      <p class="notice">
        This issue was moved to{" "}
        <a href={`${projectUrl(moved)}/issues/${moved.iid}`}>
          {moved.namespace_path}/{moved.path}#{moved.iid}
        </a>
        .
      </p>
    )}
  </>
);

const Description = ({ visit, issue, base, around, rendering }: PartProps & { around: Surroundings }) => (
  <section class="box" id="description" aria-label="Description">
    <Text source={issue.description} rendering={rendering} whole={wholeUrl({ visit, base, around }, "description")} />
    <Awards
      visit={visit}
      base={base}
      id={issue.id}
      noteId={null}
      awards={around.awards}
      isOwn={issue.author.id === around.project.viewer_id}
    />
  </section>
);
