// GET /:namespace/:project/commit/:sha: message, facts, statuses, changes and comments.
import { raw } from "hono/html";
import { presentChange } from "../../api/v3/presenters/change.ts";
import { listCommitComments } from "../../db/queries/commits/comments.ts";
import { listStatuses } from "../../db/queries/commits/statuses.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { notFound } from "../../http/errors.ts";
import { openCode } from "../code/open-code.ts";
import { Pages } from "../components/basics.tsx";
import { Work } from "../content/bounded-lexer.ts";
import { renderTitle } from "../content/render-markdown.ts";
import { resolveReferences } from "../content/resolve-references.ts";
import { renderDiff } from "../diff/diff-view.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { CommitFacts, Statuses } from "./commit-facts.tsx";
import { CommentForm, CommentList, CommitNotes } from "./commit-notes.tsx";

/** Of each list. */
const MOST_ROWS = 100;

export const commitPage: Page = async (visit) => {
  const sha = visit.param("sha");
  const page = visit.pageNumber;
  const { project, repository, rows } = await openCode(visit, ...besides(visit, sha, page));
  const shown = await repository.run("showCommit", sha);
  if (shown === null) throw notFound("Commit");
  const { commit } = shown;
  if (commit.id !== sha) return visit.redirect(`${projectUrl(project)}/commit/${commit.id}${visit.url.search}`);
  const [comments, [size], statuses] = rows;
  const canComment = project.viewer_id !== null;
  const texts = [commit.message, ...comments.map(({ note }) => note)];
  const references = await resolveReferences(visit.base, texts, visit.projectPath);
  const rendering = { references, work: new Work(), headingLevel: 3 };
  const notes = new CommitNotes(visit, comments, canComment, rendering);
  const command = `git show ${commit.id}`;
  const diff = renderDiff({ visit, project, changes: shown.changes.map(presentChange), revision: sha, command, notes });
  const { title, body } = partsOf(commit.message.trim());
  const hasNext = page * MOST_ROWS < (size?.total ?? 0);
  return {
    title: `${title} · ${commit.id.slice(0, 8)} · ${project.path}`,
    project,
    tab: "commits",
    content: (
      <>
        <div class="heading">
          <h1>{title === "" ? "No message" : raw(renderTitle(title, references))}</h1>
          <a class="button" href={`${projectUrl(project)}/tree/${sha}`}>
            Browse files
          </a>
        </div>
        {body !== "" && <pre class="message">{raw(`\n${renderTitle(body, references)}`)}</pre>}
        <CommitFacts project={project} shown={shown} now={visit.base.now} />
        <Statuses statuses={statuses} now={visit.base.now} />
        {commit.parentIds.length > 1 && <p>A merge, compared with its first parent.</p>}
        {diff}
        <section id="comments">
          {(canComment || comments.length > 0) && <h2>Comments</h2>}
          <CommentList visit={visit} comments={notes.others} rendering={rendering} />
          {canComment && !notes.hasForm && <CommentForm visit={visit} />}
          <Pages visit={visit} listed={{ rows: [], page, total: null, hasNext }} />
        </section>
      </>
    ),
  };
};

/** Characters. A longer first line is a text rather than a title. */
const LONGEST_TITLE = 250;

function partsOf(message: string): { title: string; body: string } {
  const [first = "", ...rest] = message.split("\n");
  if (first.length > LONGEST_TITLE) return { title: `${first.slice(0, LONGEST_TITLE)}…`, body: message };
  return { title: first, body: rest.join("\n").replace(/^\n+/, "") };
}

/** What the database has about the commit, in the round trip that finds the project. */
function besides(visit: Visit, sha: string, page: number) {
  const key = projectKey({ id: null, path: visit.projectPath });
  const latest = { ref: null, name: null, pipeline_id: null, all: false, order_by: "id", sort: "asc" } as const;
  return [
    ...listCommitComments(key, sha, MOST_ROWS, (page - 1) * MOST_ROWS),
    listStatuses(key, sha, { ...latest, limit: MOST_ROWS, offset: 0 })[0],
  ] as const;
}
