// GET /:namespace/:project/forks/new: chooses a namespace for a fork. POST /:namespace/:project/forks creates it.
import { forkProject } from "../../api/v3/projects/fork-project.ts";
import { listTargets } from "../../db/queries/projects/stars.ts";
import { unauthorized } from "../../http/errors.ts";
import { Button, Form, Select } from "../components/form.tsx";
import type { Action, View } from "../page.ts";
import { pathOfUrl, projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

const MOST_TARGETS = 100;

export async function forkPage(visit: Visit): Promise<View> {
  const { db, viewer } = visit.base;
  const [project, [targets]] = await Promise.all([visit.project(), db.batch(listTargets(viewer, MOST_TARGETS))]);
  if (project.viewer_id === null) throw unauthorized();
  return {
    title: "New fork",
    project,
    tab: "home",
    content: (
      <section class="narrow">
        <h1>Fork {project.name}</h1>
        <Form visit={visit} action={`${projectUrl(project)}/forks`}>
          <Select
            name="namespace"
            label="Namespace"
            hint="Your own, or a group of which you are a master or an owner"
            value={visit.entered("namespace")}
            options={targets.map(({ path }) => ({ value: path, text: path }))}
          />
          <Button kind="primary">Fork</Button>
        </Form>
      </section>
    ),
  };
}

export const createFork: Action = {
  async submit(visit) {
    const { web_url } = await visit.api.call(forkProject, {
      id: visit.projectPath,
      namespace: visit.formText("namespace"),
    });
    return visit.redirect(pathOfUrl(web_url));
  },
  form: forkPage,
};
