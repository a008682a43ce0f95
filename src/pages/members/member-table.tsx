// The members of a group or a project, with the forms that change and remove them.
import type { MemberRow } from "../../db/queries/members/members.ts";
import { UserLink } from "../components/basics.tsx";
import { ActionButton, Button, Form } from "../components/form.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { Visit } from "../visit.ts";
import { levelName, levelOptions } from "./levels.ts";
import type { MembersPlace } from "./place.ts";

interface Props {
  readonly visit: Visit;
  readonly place: MembersPlace;
  readonly members: readonly MemberRow[];
  /** The member who can be neither changed nor removed; null if there is none. */
  readonly keptId: number | null;
}

export const MemberTable = ({ visit, place, members, keptId }: Props) => (
  <Scroll label="Members">
    <table>
      <thead>
        <tr>
          <th>Member</th>
          <th>Level</th>
          <th>Expires</th>
          {place.canManage && <th>Change</th>}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr>
            <td>
              <UserLink user={member} /> @{member.username}
            </td>
            <td>{levelName(member.access_level)}</td>
            <td>{member.expires_at ?? "never"}</td>
            {place.canManage && (
              <td>{member.id !== keptId && <Change visit={visit} place={place} member={member} />}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

const Change = ({ visit, place, member }: { visit: Visit; place: MembersPlace; member: MemberRow }) => {
  const action = `${place.path}/${member.id}`;
  return (
    <div class="actions">
      <Form visit={visit} action={action} class="actions">
        <LevelSelect kind={place.source.kind} value={member.access_level} label={`Level of ${member.username}`} />
        <input
          type="date"
          name="expires_at"
          value={member.expires_at ?? ""}
          aria-label={`Expiry of ${member.username}`}
        />
        <Button>Save</Button>
      </Form>
      <ActionButton visit={visit} action={`${action}/remove`} kind="danger">
        Remove<span class="hidden"> {member.username}</span>
      </ActionButton>
    </div>
  );
};

interface LevelSelectProps {
  readonly kind: "group" | "project";
  readonly value: number;
  /** Of the field, which stands in a row and has no visible label. */
  readonly label: string;
}

export const LevelSelect = ({ kind, value, label }: LevelSelectProps) => (
  <select name="access_level" aria-label={label}>
    {levelOptions(kind).map((option) => (
      <option value={option.value} selected={option.value === String(value)}>
        {option.text}
      </option>
    ))}
  </select>
);
