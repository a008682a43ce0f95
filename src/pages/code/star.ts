// POST /:namespace/:project/star and /unstar
import { starProject, unstarProject } from "../../api/v3/projects/star-project.ts";
import type { Action } from "../page.ts";
import { projectPage } from "./project-page.tsx";

const starring = (endpoint: typeof starProject): Action => ({
  async submit(visit) {
    await visit.api.call(endpoint, { id: visit.projectPath });
    return visit.redirect(`/${visit.projectPath}`);
  },
  form: projectPage,
});

export const star = starring(starProject);
export const unstar = starring(unstarProject);
