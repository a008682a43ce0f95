// Projects as a list of links.
import { pathOfUrl } from "../paths.ts";
import { counted, excerptOf, Time } from "./basics.tsx";

/** The API shows the anonymous less. */
interface ListedProject {
  readonly web_url: string;
  readonly path_with_namespace: string;
  readonly description?: string | null;
  readonly star_count?: number;
  readonly last_activity_at?: string;
}

export const ProjectList = ({ projects, now }: { projects: readonly ListedProject[]; now: string }) => (
  <ul class="list">
    {projects.map((project) => (
      <li>
        <a class="main" href={pathOfUrl(project.web_url)}>
          {project.path_with_namespace}
        </a>
        {project.description && <p class="text">{excerptOf(project.description)}</p>}
        <p class="meta">
          {project.star_count !== undefined && project.star_count > 0 && (
            <span>{counted(project.star_count, "star")}</span>
          )}
          {project.last_activity_at !== undefined && (
            <span>
              Active <Time now={now} time={project.last_activity_at} />
            </span>
          )}
        </p>
      </li>
    ))}
  </ul>
);
