// The groups that a project is shared with.
import { canOnProject } from "../../permissions/abilities.ts";
import { ActionButton, Button, Form, Select, TextField } from "../components/form.tsx";
import type { Visit, VisitedProject } from "../visit.ts";
import { levelName, levelOptions } from "./levels.ts";
import type { MembersPlace } from "./place.ts";

interface Share {
  readonly group_id: number;
  readonly group_name: string;
  readonly group_access_level: number;
}

/** @param json of the column */
const sharesIn = (json: string): Share[] => JSON.parse(json);

interface Props {
  readonly visit: Visit;
  readonly place: MembersPlace;
  readonly project: VisitedProject;
}

export const Shares = ({ visit, place, project }: Props) => {
  const shares = sharesIn(project.shared_with);
  const canShare = canOnProject(project, "admin_project", project.access_level);
  const takesShares = canShare && project.namespace_share_with_group_lock === 0;
  if (shares.length === 0 && !takesShares) return null;
  return (
    <>
      <h2>Groups with access</h2>
      {shares.length > 0 && (
        <ul class="list">
          {shares.map(({ group_id, group_name, group_access_level }) => (
            <li class="heading">
              <span>
                {group_name}, {levelName(group_access_level)}
              </span>
              {canShare && (
                <ActionButton visit={visit} action={`${place.path}/shares/${group_id}/remove`} kind="danger">
                  Remove<span class="hidden"> {group_name}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {takesShares && <AddShare visit={visit} place={place} />}
    </>
  );
};

const AddShare = ({ visit, place }: Omit<Props, "project">) => (
  <Form visit={visit} action={`${place.path}/shares`} class="narrow box">
    <h2>Share with a group</h2>
    <TextField name="group" label="Path of the group" value={visit.entered("group")} autocomplete="off" required />
    <Select
      name="group_access"
      label="Highest level of its members"
      value={visit.entered("group_access", "30")}
      options={levelOptions("project")}
    />
    <TextField name="share_expires_at" label="Sharing expires" type="date" value={visit.entered("share_expires_at")} />
    <Button>Share</Button>
  </Form>
);
