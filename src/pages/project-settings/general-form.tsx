// The form of a project's general settings.
import type { Flag } from "../../db/schema/columns.ts";
import { canOnProject, type ProjectAbility } from "../../permissions/abilities.ts";
import { Button, Checkboxes, Form, Select, TextArea, TextField } from "../components/form.tsx";
import { visibilityOptions } from "../components/visibility.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";

const features = [
  ["issues_enabled", "Issues"],
  ["merge_requests_enabled", "Merge requests"],
] as const;

const mergeRules = [
  ["only_allow_merge_if_build_succeeds", "Merge only if the build has succeeded"],
  ["only_allow_merge_if_all_discussions_are_resolved", "Merge only if all discussions are resolved"],
] as const;

const access = [["request_access_enabled", "Users may request access"]] as const;

/** Stored and returned by the API; nothing here depends on them. */
const forClients = [
  ["wiki_enabled", "Wiki"],
  ["builds_enabled", "Builds"],
  ["public_builds", "Public builds"],
  ["shared_runners_enabled", "Shared runners"],
  ["container_registry_enabled", "Container registry"],
  ["snippets_enabled", "Snippets"],
  ["lfs_enabled", "Git LFS"],
] as const;

const switches = [...features, ...mergeRules, ...access, ...forClients].map(([name]) => name);

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
}

export const GeneralForm = ({ visit, project }: Props) => {
  const flags = new Map<string, unknown>(Object.entries(project));
  const group = { visit, isChecked: (name: string) => flags.get(name) === (1 satisfies Flag) };
  const can = (ability: ProjectAbility) => canOnProject(project, ability, project.access_level);
  return (
    <Form visit={visit} action={`${visitedProjectUrl(visit)}/edit`} label="General settings">
      {can("rename_project") && (
        <TextField name="name" label="Name" value={visit.entered("name", project.name)} required />
      )}
      <TextArea
        name="description"
        label="Description"
        value={visit.entered("description", project.description)}
        rows={3}
      />
      {project.default_branch !== null && (
        <TextField
          name="default_branch"
          label="Default branch"
          value={visit.entered("default_branch", project.default_branch)}
          hint="One of the project's branches."
          required
        />
      )}
      {can("change_visibility_level") && (
        <Select
          name="visibility_level"
          label="Visibility"
          value={visit.entered("visibility_level", String(project.visibility_level))}
          options={visibilityOptions}
        />
      )}
      <Checkboxes {...group} fields={access} />
      <fieldset>
        <legend>Features</legend>
        <Checkboxes {...group} fields={features} />
      </fieldset>
      <fieldset>
        <legend>Merging</legend>
        <Checkboxes {...group} fields={mergeRules} />
      </fieldset>
      <details class="box">
        <summary>Settings for other programs</summary>
        <p>This server stores them for programs that read them by the API, and has none of these features.</p>
        <Checkboxes {...group} fields={forClients} />
      </details>
      <Button kind="primary">Save changes</Button>
    </Form>
  );
};

/** The submitted fields as parameters of the API. Fields that were not offered are not given. */
export const generalValues = ({ form }: Visit) =>
  Object.fromEntries(
    ["name", "description", "default_branch", "visibility_level", ...switches].map((name) => [name, form.get(name)]),
  );
