// GET /:namespace/:project/tags: the tags with their release notes, with forms that create and delete them.
import { raw } from "hono/html";
import { projectKey } from "../../db/queries/projects/row.ts";
import { listReleases } from "../../db/queries/repositories/releases.ts";
import type { TagRecord } from "../../git/repository/tag-record.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextArea, TextField } from "../components/form.tsx";
import { SearchForm } from "../components/search-form.tsx";
import type { View } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { refPage } from "./branches-page.tsx";
import { ArchiveLinks } from "./code-links.tsx";
import { htmlOf } from "./markdown.ts";
import { mayWrite, openCode, placeUrl, projectTitle } from "./open-code.ts";
import { LastCommit } from "./place-header.tsx";

export async function tagsPage(visit: Visit): Promise<View> {
  const key = projectKey({ id: null, path: visit.projectPath });
  const { project, repository, rows: releaseRows } = await openCode(visit, listReleases(key));
  const { rows, hasMore } = await repository.run("pageOfTags", refPage(visit));
  const names = new Set(rows.map(({ name }) => name));
  const releases = releaseRows[0].filter(({ tag }) => names.has(tag));
  const html = await htmlOf(
    visit,
    project,
    releases.map(({ description }) => description),
  );
  const notes = new Map(releases.map(({ tag }, index) => [tag, html[index]]));
  const home = projectUrl(project);
  return {
    title: `Tags · ${projectTitle(project)}`,
    project,
    tab: "branches",
    content: (
      <>
        <div class="heading">
          <h1>Tags</h1>
          <span class="actions">
            <a href={`${home}/branches`}>Branches</a>
            <a href={`${home}/releases`}>Releases</a>
          </span>
        </div>
        {mayWrite(project) && <NewTag visit={visit} action={`${home}/tags`} from={project.default_branch ?? ""} />}
        <SearchForm visit={visit} action={`${home}/tags`} />
        {rows.length === 0 && <Empty>There are no tags here.</Empty>}
        <ul class="list">
          {rows.map((tag) => (
            <Tag visit={visit} project={project} tag={tag} notes={notes.get(tag.name)} />
          ))}
        </ul>
        {visit.problem === null && (
          <Pages visit={visit} listed={{ rows, page: visit.pageNumber, total: null, hasNext: hasMore }} />
        )}
      </>
    ),
  };
}

const NewTag = ({ visit, action, from }: { visit: Visit; action: string; from: string }) => (
  <details class="box" open={visit.problem !== null && visit.form.has("tag_name")}>
    <summary>New tag</summary>
    <Form visit={visit} action={action}>
      <TextField name="tag_name" label="Name" value={visit.entered("tag_name")} required />
      <TextField
        name="ref"
        label="Of"
        value={visit.entered("ref", from)}
        hint="A branch or the id of a commit"
        required
      />
      <TextField name="message" label="Message" value={visit.entered("message")} hint="Empty for a lightweight tag" />
      <TextArea
        name="release_description"
        label="Release notes"
        value={visit.entered("release_description")}
        hint="Markdown"
      />
      <Button kind="primary">Create tag</Button>
    </Form>
  </details>
);

interface TagProps {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly tag: TagRecord;
  /** Rendered. */
  readonly notes: string | undefined;
}

const Tag = ({ visit, project, tag: { name, message, commit }, notes }: TagProps) => (
  <li>
    <div class="heading">
      <a class="main" href={placeUrl(project, "tree", name, "")}>
        {name}
      </a>
      <span class="actions">
        <ArchiveLinks project={project} revision={name} />
        {mayWrite(project) && (
          <ActionButton visit={visit} action={`${projectUrl(project)}/tags/delete`} fields={{ tag: name }} isConfirmed>
            Delete
          </ActionButton>
        )}
      </span>
    </div>
    {message !== null && <pre class="message">{message}</pre>}
    <LastCommit visit={visit} project={project} commit={commit} />
    {notes !== undefined && (
      <>
        <a href={`${projectUrl(project)}/releases/${encodeURIComponent(name)}`}>Release</a>
        <div class="markdown">{raw(notes)}</div>
      </>
    )}
  </li>
);
