// The name of a project and the tabs that all its pages have.
import { canDownloadCode, canOnProject } from "../../permissions/abilities.ts";
import type { ProjectTab } from "../page.ts";
import { groupUrl, projectUrl, userUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";
import { OwnerHeader } from "./owner-header.tsx";

interface ProjectTabLink {
  readonly name: ProjectTab;
  readonly text: string;
  /** Below the project's path. */
  readonly path: string;
  isShown(project: VisitedProject): boolean;
}

const readsCode = (project: VisitedProject): boolean => canDownloadCode(project, project);

const tabs: readonly ProjectTabLink[] = [
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
  const shown = tabs.filter(({ isShown }) => isShown(project));
  const current = shown.find(({ name }) => name === tab);
  return (
    <OwnerHeader
      kind="Project"
      visibility={project.visibility_level}
      isArchived={project.archived === 1}
      tabs={shown.map(({ text, path }) => ({ text, href: home + path }))}
      current={current && home + current.path}
    >
      <a href={namespaceUrl(project)}>{project.owner_name ?? project.namespace_name}</a>
      <span aria-hidden="true"> / </span>
      <a href={home}>
        <strong>{project.name}</strong>
      </a>
    </OwnerHeader>
  );
};

const namespaceUrl = ({ namespace_path: path, namespace_owner_id: owner }: VisitedProject): string =>
  owner === null ? groupUrl({ path }) : userUrl(path);
