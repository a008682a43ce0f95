// GET /:namespace/:project/edit: settings of a project, for those who may administer it.
import { forbidden, unauthorized } from "../../http/errors.ts";
import { canOnProject, type ProjectAbility } from "../../permissions/abilities.ts";
import { MoreSettings } from "../components/more-settings.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { DangerZone } from "./danger-zone.tsx";
import { GeneralForm } from "./general-form.tsx";

export const editPage: Page = async (visit) => {
  const project = await managedProject(visit);
  return {
    title: `Settings · ${project.name}`,
    project,
    tab: "settings",
    content: (
      <section>
        <h1>Project settings</h1>
        <div class="columns">
          <div>
            <GeneralForm visit={visit} project={project} />
            <DangerZone visit={visit} project={project} />
          </div>
          <MoreSettings
            home={projectUrl(project)}
            pages={pages.filter(([, , ability]) => canOnProject(project, ability, project.access_level))}
          />
        </div>
      </section>
    ),
  };
};

/** The project of the path, which the visitor may administer. @throws ApiError 401, 403, 404 */
export async function managedProject(visit: Visit): Promise<VisitedProject> {
  const project = await visit.project();
  if (project.viewer_id === null) throw unauthorized();
  if (!canOnProject(project, "admin_project", project.access_level)) throw forbidden();
  return project;
}

const pages: readonly (readonly [path: string, text: string, ability: ProjectAbility])[] = [
  ["project_members", "Members", "admin_project"],
  ["hooks", "Webhooks and their deliveries", "admin_project"],
  ["issue_trackers", "External issue tracker", "admin_project"],
  ["branches", "Protected branches", "admin_project"],
  ["labels", "Labels", "admin_label"],
  ["milestones", "Milestones", "admin_milestone"],
  ["audit_events", "Audit events", "read_audit_events"],
  ["notification_settings", "Your notifications", "read_project"],
];
