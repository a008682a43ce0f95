// GET /:namespace/:project/releases, and one at .../releases/:tag
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { getRelease, listReleases } from "../../api/v4/releases/release-endpoints.ts";
import { Empty, Pages, Time, UserLink } from "../components/basics.tsx";
import type { View } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { ArchiveLinks } from "./code-links.tsx";
import { htmlOf } from "./markdown.ts";
import { placeUrl, projectTitle } from "./open-code.ts";

const PER_PAGE = 20;

type Release = Awaited<ReturnType<typeof readRelease>>;

const readRelease = (visit: Visit) =>
  visit.api.call(getRelease, { id: visit.projectPath, tag_name: visit.param("tag") });

export async function releasesPage(visit: Visit): Promise<View> {
  const [project, listed] = await Promise.all([
    visit.project(),
    visit.api.list(listReleases, { id: visit.projectPath, page: String(visit.pageNumber), per_page: PER_PAGE }),
  ]);
  return await view(visit, project, listed.rows, "Releases", (boxes) => (
    <>
      <div class="heading">
        <h1>Releases</h1>
        <a href={`${projectUrl(project)}/tags`}>Tags</a>
      </div>
      {listed.rows.length === 0 && <Empty>There are no releases here.</Empty>}
      {boxes}
      <Pages visit={visit} listed={listed} />
    </>
  ));
}

export async function releasePage(visit: Visit): Promise<View> {
  const [project, release] = await Promise.all([visit.project(), readRelease(visit)]);
  return await view(visit, project, [release], release.name, (boxes) => (
    <>
      <div class="heading">
        <h1>{release.name}</h1>
        <a href={`${projectUrl(project)}/releases`}>Releases</a>
      </div>
      {boxes}
    </>
  ));
}

async function view(
  visit: Visit,
  project: VisitedProject,
  releases: readonly Release[],
  title: string,
  content: (boxes: Child) => Child,
): Promise<View> {
  const texts = releases.map(({ description }) => description);
  const html = await htmlOf(visit, project, texts);
  return {
    title: `${title} · ${projectTitle(project)}`,
    project,
    tab: "branches",
    content: content(
      releases.map((release, at) => (
        <ReleaseBox project={project} release={release} notes={html[at] ?? ""} now={visit.base.now} />
      )),
    ),
  };
}

interface ReleaseProps {
  readonly project: VisitedProject;
  readonly release: Release;
  /** Rendered. */
  readonly notes: string;
  readonly now: string;
}

const ReleaseBox = ({ project, release, notes, now }: ReleaseProps) => {
  const { tag_name: tag, name, author, commit, assets, released_at, upcoming_release } = release;
  const home = projectUrl(project);
  return (
    <section class="box" aria-label={name}>
      <h2 class="box-head">
        <a href={`${home}/releases/${encodeURIComponent(tag)}`}>{name}</a>
      </h2>
      <p class="meta">
        {upcoming_release && <span class="state waiting">Upcoming</span>}
        <a href={placeUrl(project, "tree", tag, "")}>{tag}</a>
        {commit !== null && (
          <a href={`${home}/commit/${commit.id}`}>
            <code>{commit.short_id}</code>
          </a>
        )}
        <span>
          <Time now={now} time={released_at} />
          {author !== null && " by "}
          {author !== null && <UserLink user={author} />}
        </span>
      </p>
      <div class="markdown">{raw(notes)}</div>
      <h3>Assets</h3>
      <ul>
        {assets.links.map((link) => (
          <li>
            <a href={link.direct_asset_url} rel="nofollow noopener noreferrer">
              {link.name}
            </a>
          </li>
        ))}
        {commit !== null && (
          <li class="actions">
            <ArchiveLinks project={project} revision={tag} />
          </li>
        )}
      </ul>
    </section>
  );
};
