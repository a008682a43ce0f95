// The confirmation of what cannot be undone: the visitor types a name.
import { unprocessable } from "../../http/errors.ts";
import type { Visit } from "../visit.ts";
import { Button, Form, TextField } from "./form.tsx";

interface Props {
  readonly visit: Visit;
  readonly action: string;
  /** What has to be typed. */
  readonly expected: string;
  /** The text of the button. */
  readonly text: string;
}

export const DeletionForm = ({ visit, action, expected, text }: Props) => (
  <Form visit={visit} action={action}>
    <TextField name="confirmation" label={`Type ${expected} to confirm`} autocomplete="off" required />
    <Button kind="danger">{text}</Button>
  </Form>
);

/** @throws ApiError 422 unless `expected` was typed */
export function requireConfirmation(visit: Visit, expected: string): void {
  if (visit.formText("confirmation")?.trim() !== expected) {
    throw unprocessable(`Nothing was deleted: type ${expected} to confirm`);
  }
}
