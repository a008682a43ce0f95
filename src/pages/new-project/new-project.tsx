// GET /projects/new, POST /projects
import { createProject } from "../../api/v3/projects/create-project.ts";
import { listTargetNamespaces } from "../../db/queries/groups/target-namespaces.ts";
import { unauthorized } from "../../http/errors.ts";
import { Button, Form, Select, TextArea, TextField } from "../components/form.tsx";
import { visibilityOptions } from "../components/visibility.ts";
import type { Page } from "../page.ts";
import { pathOfUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

export const newProjectPage: Page = async (visit) => {
  if (!visit.isSignedIn) throw unauthorized();
  const { db, viewer } = visit.base;
  const wanted = Number(visit.queryText("namespace_id") ?? 0);
  const [namespaces] = await db.batch(listTargetNamespaces(viewer, Number.isSafeInteger(wanted) ? wanted : 0));
  if (namespaces.length === 0) throw unauthorized();
  return {
    title: "New project",
    content: (
      <section class="narrow">
        <h1>New project</h1>
        <Form visit={visit} action="/projects">
          <TextField name="name" label="Name" value={visit.entered("name")} required />
          <TextField
            name="path"
            label="Path"
            value={visit.entered("path")}
            hint="Derived from the name if left empty."
          />
          <Select
            name="namespace_id"
            label="Namespace"
            value={visit.entered("namespace_id", String(wanted))}
            options={namespaces.map(({ id, path }) => ({ value: String(id), text: path }))}
          />
          <TextArea name="description" label="Description" value={visit.entered("description")} rows={3} />
          <Select
            name="visibility_level"
            label="Visibility"
            value={visit.entered("visibility_level", "0")}
            options={visibilityOptions}
          />
          <TextField
            name="import_url"
            label="Import from"
            value={visit.entered("import_url")}
            hint="The https address of a git repository whose contents the project begins with. Optional."
          />
          <Button kind="primary">Create project</Button>
        </Form>
        <p>
          <a href="/groups/new">New group</a>
        </p>
      </section>
    ),
  };
};

export async function submitNewProject(visit: Visit): Promise<Response> {
  const project = await visit.api.call(createProject, {
    name: visit.formText("name"),
    path: visit.formText("path"),
    namespace_id: visit.formText("namespace_id"),
    description: visit.formText("description"),
    visibility_level: visit.formText("visibility_level"),
    import_url: visit.formText("import_url"),
  });
  return visit.redirect(pathOfUrl(project.web_url));
}
