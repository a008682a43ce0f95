// The attributes of an issue or a merge request, with the forms that change them.

import { Label, UserLink } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { AttributeFields, type Attributes } from "./fields.tsx";
import { type IssuableKind, issuablePath } from "./kinds.ts";
import { Hidden } from "./notes.tsx";
import { coloursOf, type Surroundings } from "./read.ts";

interface Props {
  readonly visit: Visit;
  readonly kind: IssuableKind;
  readonly issuable: Attributes & { readonly id: number; readonly subscribed: boolean };
  readonly around: Surroundings;
  /** The viewer may edit it. */
  readonly canEdit: boolean;
  /** They may also assign, label and schedule. */
  readonly canManage: boolean;
  /** Only editors subscribe to merge requests. */
  readonly canSubscribe: boolean;
}

export const Sidebar = (props: Props) => {
  const { visit, kind, issuable, around, canEdit, canSubscribe } = props;
  const base = issuablePath(visit, kind);
  const fields = { id: String(issuable.id) };
  return (
    <aside class="side" aria-label="Attributes">
      <Values {...props} />
      {canEdit && <EditAttributes {...props} />}
      {canEdit && <TrackTime {...props} />}
      <div class="actions">
        {canSubscribe && (
          <ActionButton
            visit={visit}
            action={`${base}/subscription`}
            fields={{ ...fields, subscribed: String(!issuable.subscribed) }}
          >
            {issuable.subscribed ? "Unsubscribe" : "Subscribe"}
          </ActionButton>
        )}
        <ActionButton
          visit={visit}
          action={`${base}/todo`}
          fields={around.todoId === null ? fields : { todo_id: String(around.todoId) }}
        >
          {around.todoId === null ? "Add todo" : "Mark todo as done"}
        </ActionButton>
      </div>
    </aside>
  );
};

const Values = ({ visit, kind, issuable, around }: Props) => {
  const { assignee, reviewer, milestone, labels, due_date, confidential } = issuable;
  const project = visitedProjectUrl(visit);
  const colours = coloursOf(around.choices);
  return (
    <dl>
      <dt>Assignee</dt>
      <dd>{assignee === null ? "Nobody" : <UserLink user={assignee} />}</dd>
      {reviewer !== undefined && (
        <>
          <dt>Reviewer</dt>
          <dd>{reviewer === null ? "Nobody" : <UserLink user={reviewer} />}</dd>
        </>
      )}
      <dt>Milestone</dt>
      <dd>{milestone === null ? "None" : <a href={`${project}/milestones/${milestone.iid}`}>{milestone.title}</a>}</dd>
      <dt>Labels</dt>
      <dd>
        {labels.length === 0
          ? "None"
          : labels.map((title) => (
              <Label
                title={title}
                color={colours.get(title)}
                href={kind.type === "Issue" ? `${project}/issues?${new URLSearchParams({ labels: title })}` : undefined}
              />
            ))}
      </dd>
      {kind.type === "Issue" && (
        <>
          <dt>Due date</dt>
          <dd>{due_date == null ? "None" : <time datetime={due_date}>{due_date}</time>}</dd>
          <dt>Visible to</dt>
          <dd>{confidential ? "Author, assignee and reporters" : "Everybody who sees the project"}</dd>
        </>
      )}
      <dt>Time tracking</dt>
      <dd>
        {around.time.human_total_time_spent ?? "Nothing"} spent
        {around.time.human_time_estimate !== null && `, estimated ${around.time.human_time_estimate}`}
      </dd>
      <dt>Participants</dt>
      <dd class="people">
        {around.participants.map((user) => (
          <UserLink user={user} />
        ))}
      </dd>
    </dl>
  );
};

const EditAttributes = ({ visit, kind, issuable, around, canManage }: Props) => {
  const isIssue = kind.type === "Issue";
  if (!canManage && !isIssue) return null;
  const action = `${issuablePath(visit, kind)}/attributes`;
  return (
    <details open={visit.url.pathname === action}>
      <summary>Change attributes</summary>
      <Form visit={visit} action={action} label="Attributes">
        <Hidden fields={{ id: String(issuable.id) }} />
        <AttributeFields
          visit={visit}
          choices={around.choices}
          has={issuable}
          canManage={canManage}
          isIssue={isIssue}
        />
        <Button kind="primary">Save attributes</Button>
      </Form>
    </details>
  );
};

const TrackTime = ({ visit, kind, issuable }: Props) => {
  const action = `${issuablePath(visit, kind)}/time`;
  return (
    <details open={visit.url.pathname === action}>
      <summary>Track time</summary>
      <Form visit={visit} action={action} label="Time">
        <Hidden fields={{ id: String(issuable.id) }} />
        <TextField name="spend" label="Time spent" value={visit.entered("spend")} hint="Such as 1h 30m, or -1h." />
        <TextField
          name="estimate"
          label="New estimate"
          value={visit.entered("estimate")}
          hint="Such as 3d. 0 removes it."
        />
        <Button kind="primary">Save time</Button>
      </Form>
    </details>
  );
};
