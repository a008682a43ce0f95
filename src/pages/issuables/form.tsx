// The form that creates or edits an issue or a merge request.
import type { Child } from "hono/jsx";
import { Button, Form, TextArea, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { AttributeFields, type Attributes } from "./fields.tsx";
import type { Choices } from "./read.ts";

interface Props {
  readonly visit: Visit;
  readonly action: string;
  readonly choices: Choices;
  readonly has: Attributes & { readonly title: string; readonly description: string | null };
  readonly canManage: boolean;
  readonly isIssue: boolean;
  /** The text of the button. */
  readonly submit: string;
  /** Where Cancel leads. */
  readonly back: string;
  /** Further fields, hidden ones among them. */
  readonly children?: Child;
}

export const IssuableForm = ({ visit, action, choices, has, canManage, isIssue, submit, back, children }: Props) => (
  <Form visit={visit} action={action} class="box">
    <TextField name="title" label="Title" value={visit.entered("title", has.title)} required />
    <TextArea
      name="description"
      label="Description"
      rows={12}
      value={visit.entered("description", has.description)}
      hint="Markdown is supported."
    />
    <AttributeFields visit={visit} choices={choices} has={has} canManage={canManage} isIssue={isIssue} />
    {children}
    <div class="actions">
      <Button kind="primary">{submit}</Button>
      <a href={back}>Cancel</a>
    </div>
  </Form>
);
