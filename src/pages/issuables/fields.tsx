// The fields of forms that create and edit issues and merge requests, and the values that they send.
import { MOST_CHOICES } from "../../db/queries/issuables/choices.ts";
import { findUserByUsername } from "../../db/queries/users/users.ts";
import { invalidRecord } from "../../http/errors.ts";
import { Checkbox, type Option, Select, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import type { IssuableValues } from "./kinds.ts";
import type { Choices } from "./read.ts";

/** Labels with a checkbox; others are named in a text field. */
const MOST_BOXES = 50;

interface Person {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

/** What an issuable has. Merge requests have no due date and are not confidential; issues have no reviewer. */
export interface Attributes {
  readonly assignee: Person | null;
  readonly reviewer?: Person | null;
  readonly milestone: { readonly id: number; readonly iid: number; readonly title: string } | null;
  readonly labels: readonly string[];
  readonly due_date?: string | null;
  readonly confidential?: boolean;
  /** Undefined for a new one. */
  readonly discussion_locked?: boolean;
}

export const noAttributes: Attributes = { assignee: null, milestone: null, labels: [] };

interface FieldsProps {
  readonly visit: Visit;
  readonly choices: Choices;
  readonly has: Attributes;
  /** The viewer may assign, label and schedule. */
  readonly canManage: boolean;
  readonly isIssue: boolean;
}

export const AttributeFields = ({ visit, choices, has, canManage, isIssue }: FieldsProps) => (
  <>
    {canManage && <ManagedFields visit={visit} choices={choices} has={has} />}
    {canManage && isIssue && (
      <TextField name="due_date" label="Due date" type="date" value={visit.entered("due_date", has.due_date)} />
    )}
    {isIssue && (
      <Checkbox
        name="confidential"
        label="Confidential: only its author, its assignee and reporters see it"
        isChecked={visit.entered("confidential", String(has.confidential === true)) === "true"}
      />
    )}
  </>
);

const ManagedFields = ({ visit, choices, has }: Pick<FieldsProps, "visit" | "choices" | "has">) => (
  <>
    <PersonField visit={visit} choices={choices} name="assignee_id" label="Assignee" current={has.assignee} />
    {choices.members.length >= MOST_CHOICES && (
      <TextField
        name="assignee_username"
        label="Or the username of another"
        value={visit.entered("assignee_username")}
      />
    )}
    {has.reviewer !== undefined && (
      <PersonField visit={visit} choices={choices} name="reviewer_id" label="Reviewer" current={has.reviewer} />
    )}
    <Select
      name="milestone_id"
      label="Milestone"
      value={visit.entered("milestone_id", String(has.milestone?.id ?? 0))}
      options={[
        { value: "0", text: "None" },
        ...withCurrent(
          choices.milestones.map(({ id, title }) => ({ value: String(id), text: title })),
          has.milestone && { value: String(has.milestone.id), text: has.milestone.title },
        ),
      ]}
    />
    <LabelFields visit={visit} choices={choices} labels={has.labels} />
    {has.discussion_locked !== undefined && (
      <Checkbox
        name="discussion_locked"
        label="Locked: only members of the project comment"
        isChecked={visit.entered("discussion_locked", String(has.discussion_locked)) === "true"}
      />
    )}
  </>
);

interface PersonProps {
  readonly visit: Visit;
  readonly choices: Choices;
  readonly name: string;
  readonly label: string;
  readonly current: Person | null;
}

const PersonField = ({ visit, choices, name, label, current }: PersonProps) => (
  <Select
    name={name}
    label={label}
    value={visit.entered(name, String(current?.id ?? 0))}
    options={[
      { value: "0", text: "Nobody" },
      ...withCurrent(
        choices.members.map(({ id, title, detail }) => ({ value: String(id), text: `${title} (@${detail})` })),
        current && { value: String(current.id), text: `${current.name} (@${current.username})` },
      ),
    ]}
  />
);

/** The current choice is offered even if it is not among the first ones. */
const withCurrent = (options: readonly Option[], current: Option | null): readonly Option[] =>
  current === null || options.some(({ value }) => value === current.value) ? options : [current, ...options];

const LabelFields = ({ visit, choices, labels }: { visit: Visit; choices: Choices; labels: readonly string[] }) => {
  const boxes = choices.labels.slice(0, MOST_BOXES).map(({ title }) => title);
  const chosen = visit.form.has("labels") ? enteredLabels(visit) : labels;
  const others = labels.filter((title) => !boxes.includes(title)).join(", ");
  return (
    <fieldset class="choices">
      <legend>Labels</legend>
      <input type="hidden" name="labels[]" value="" />
      {boxes.map((title, at) => (
        <p class="check">
          <input id={`label-${at}`} type="checkbox" name="labels[]" value={title} checked={chosen.includes(title)} />
          <label for={`label-${at}`}>{title}</label>
        </p>
      ))}
      <TextField
        name="other_labels"
        label="Other labels"
        value={visit.entered("other_labels", others)}
        hint="Titles, separated by commas. New ones are created."
      />
    </fieldset>
  );
};

const enteredLabels = (visit: Visit): string[] => {
  const given = visit.form.get("labels");
  return Array.isArray(given)
    ? given.filter((title): title is string => typeof title === "string" && title !== "")
    : [];
};

/** The text of a field, in which browsers end lines with CRLF. */
export function enteredText(visit: Visit, name: string): string | undefined {
  const given = visit.form.get(name);
  return typeof given === "string" ? given.replaceAll("\r\n", "\n") : undefined;
}

/**
 * What the fields send; those that the form does not have are undefined. A username is looked up.
 * @throws ApiError 400 for an unknown username
 */
export async function enteredValues(visit: Visit): Promise<IssuableValues> {
  const { form } = visit;
  const username = visit.formText("assignee_username")?.trim();
  const others =
    visit
      .formText("other_labels")
      ?.split(",")
      .map((title) => title.trim()) ?? [];
  return {
    title: enteredText(visit, "title"),
    description: enteredText(visit, "description"),
    assignee_id: username === undefined ? form.get("assignee_id") : await idOfUser(visit, username),
    reviewer_id: form.get("reviewer_id"),
    milestone_id: form.get("milestone_id"),
    labels: form.has("labels") ? [...enteredLabels(visit), ...others].join(",") : undefined,
    due_date: form.get("due_date"),
    confidential: form.get("confidential"),
    discussion_locked: form.get("discussion_locked"),
  };
}

async function idOfUser({ base }: Visit, username: string): Promise<number> {
  const [[user]] = await base.db.batch(findUserByUsername(username.replace(/^@/, "")));
  if (user === undefined) throw invalidRecord({ assignee: ["is not the username of a user"] });
  return user.id;
}
