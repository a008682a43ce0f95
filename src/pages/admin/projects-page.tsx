// GET /-/admin/projects: all projects, with the size of their repositories.
import { listAllProjects } from "../../api/v3/projects/list-projects.ts";
import { Empty, Pages, Time } from "../components/basics.tsx";
import { Scroll } from "../components/scroll.tsx";
import { sizeText } from "../components/size-text.ts";
import { visibilityNames } from "../components/visibility.ts";
import { serverPlace } from "../owner-place.tsx";
import type { Page } from "../page.ts";
import { pathOfUrl } from "../paths.ts";
import { Choice, ListFilter } from "./list-filter.tsx";

const visibilities = [
  { value: "", text: "Any" },
  { value: "private", text: "Private" },
  { value: "internal", text: "Internal" },
  { value: "public", text: "Public" },
];

const archives = [
  { value: "", text: "Not archived" },
  { value: "true", text: "Archived" },
];

export const projectsPage: Page = async (visit) => {
  const values = {
    search: visit.queryText("search"),
    visibility: visit.queryText("visibility"),
    archived: visit.queryText("archived"),
    page: visit.queryText("page"),
    statistics: true,
  };
  const [frame, listed] = await Promise.all([serverPlace.frame(visit), visit.api.list(listAllProjects, values)]);
  return frame(
    "Projects",
    <section>
      <h1>Projects</h1>
      <ListFilter visit={visit}>
        <Choice visit={visit} name="visibility" label="Visibility" options={visibilities} />
        <Choice visit={visit} name="archived" label="State" options={archives} />
      </ListFilter>
      {listed.rows.length === 0 ? (
        <Empty>No projects match.</Empty>
      ) : (
        <Projects rows={listed.rows} now={visit.base.now} />
      )}
      <Pages visit={visit} listed={listed} />
    </section>,
  );
};

interface ListedProject {
  readonly web_url: string;
  readonly path_with_namespace: string;
  readonly visibility_level?: number;
  readonly last_activity_at?: string;
  readonly statistics?: { readonly commit_count: number; readonly storage_size: number };
}

const Projects = ({ rows, now }: { rows: readonly ListedProject[]; now: string }) => (
  <Scroll label="Projects">
    <table>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Visibility</th>
          <th scope="col" class="number">
            Commits
          </th>
          <th scope="col" class="number">
            Size
          </th>
          <th scope="col">Active</th>
          <th scope="col">Settings</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((project) => (
          <tr>
            <td>
              <a href={pathOfUrl(project.web_url)}>{project.path_with_namespace}</a>
            </td>
            <td>{visibilityNames[project.visibility_level ?? 0]}</td>
            <td class="number">{project.statistics?.commit_count}</td>
            <td class="number">{sizeText(project.statistics?.storage_size ?? 0)}</td>
            <td>{project.last_activity_at !== undefined && <Time now={now} time={project.last_activity_at} />}</td>
            <td>
              <a href={`${pathOfUrl(project.web_url)}/edit`} aria-label={`Settings of ${project.path_with_namespace}`}>
                Settings
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);
