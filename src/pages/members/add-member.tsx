// The form that adds a member.
import { Button, Form, Select, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { levelOptions } from "./levels.ts";
import type { MembersPlace } from "./place.ts";

export const AddMember = ({ visit, place }: { visit: Visit; place: MembersPlace }) => (
  <Form visit={visit} action={place.path} class="narrow box">
    <h2>Add a member</h2>
    <TextField name="username" label="Username" value={visit.entered("username")} autocomplete="off" required />
    <Select
      name="access_level"
      label="Level"
      value={visit.entered("access_level", "30")}
      options={levelOptions(place.source.kind)}
    />
    <TextField name="expires_at" label="Expires" type="date" value={visit.entered("expires_at")} hint="Optional." />
    <Button kind="primary">Add member</Button>
  </Form>
);
