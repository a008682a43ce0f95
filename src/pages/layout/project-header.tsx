// The name of a project and the tabs that all its pages have.
import { canDownloadCode, canOnProject } from "../../permissions/abilities.ts";
import { visibilityNames } from "../components/basics.tsx";
import type { ProjectTab } from "../page.ts";
import { groupUrl, projectUrl, userUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";

interface Tab {
  readonly name: ProjectTab;
  readonly text: string;
  /** Below the project's path. */
  readonly path: string;
  isShown(project: VisitedProject): boolean;
}

const readsCode = (project: VisitedProject): boolean => canDownloadCode(project, project);

const tabs: readonly Tab[] = [
  { name: "home", text: "Project", path: "", isShown: () => true },
  { name: "activity", text: "Activity", path: "/activity", isShown: (project) => project.viewer_id !== null },
  { name: "files", text: "Files", path: "/tree", isShown: readsCode },
  { name: "commits", text: "Commits", path: "/commits", isShown: readsCode },
  { name: "branches", text: "Branches", path: "/branches", isShown: readsCode },
  { name: "issues", text: "Issues", path: "/issues", isShown: ({ issues_enabled }) => issues_enabled === 1 },
  {
    name: "merge_requests",
    text: "Merge requests",
    path: "/merge_requests",
    isShown: ({ merge_requests_enabled }) => merge_requests_enabled === 1,
  },
  { name: "members", text: "Members", path: "/project_members", isShown: (project) => project.viewer_id !== null },
  {
    name: "settings",
    text: "Settings",
    path: "/edit",
    isShown: (project) => canOnProject(project, "admin_project", project.access_level),
  },
];

interface Props {
  readonly project: VisitedProject;
  readonly tab: ProjectTab | undefined;
}

export const ProjectHeader = ({ project, tab }: Props) => {
  const home = projectUrl(project);
  return (
    <div class="project-head">
      <p class="crumbs">
        <a href={namespaceUrl(project)}>{project.owner_name ?? project.namespace_name}</a>
        <span aria-hidden="true"> / </span>
        <a href={home}>
          <strong>{project.name}</strong>
        </a>
        {project.visibility_level !== 20 && <span class="badge">{visibilityNames[project.visibility_level]}</span>}
        {project.archived === 1 && <span class="badge">Archived</span>}
      </p>
      <nav class="tabs" aria-label="Project">
        {tabs
          .filter(({ isShown }) => isShown(project))
          .map(({ name, text, path }) => (
            <a href={home + path} aria-current={name === tab ? "page" : undefined}>
              {text}
            </a>
          ))}
      </nav>
    </div>
  );
};

const namespaceUrl = ({ namespace_path: path, namespace_owner_id: owner }: VisitedProject): string =>
  owner === null ? groupUrl({ path }) : userUrl(path);
