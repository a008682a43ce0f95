// The fields of a group, in the forms that create and edit one.
import { Checkbox, Select, TextArea, TextField } from "../components/form.tsx";
import { visibilityOptions } from "../components/visibility.ts";
import type { Visit } from "../visit.ts";
import type { VisitedGroup } from "./find-group.ts";

export const GroupFields = ({ visit, group }: { visit: Visit; group: VisitedGroup | null }) => (
  <>
    <TextField name="name" label="Name" value={visit.entered("name", group?.name)} required />
    <TextField
      name="path"
      label="Path"
      value={visit.entered("path", group?.path)}
      hint="The part of the address that names the group: letters, digits, '_', '-' and '.'."
      required
    />
    <TextArea
      name="description"
      label="Description"
      value={visit.entered("description", group?.description)}
      rows={3}
    />
    <Select
      name="visibility_level"
      label="Visibility"
      value={visit.entered("visibility_level", String(group?.visibility_level ?? 0))}
      options={visibilityOptions}
    />
    <Checkbox
      name="request_access_enabled"
      label="Users may request access"
      isChecked={visit.entered("request_access_enabled", String(group?.request_access_enabled !== 0)) === "true"}
    />
  </>
);

export const groupValues = (visit: Visit) => ({
  name: visit.formText("name"),
  path: visit.formText("path"),
  description: visit.form.get("description") ?? "",
  visibility_level: visit.formText("visibility_level"),
  request_access_enabled: visit.formText("request_access_enabled"),
});
