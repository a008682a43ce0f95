// What all forms that commit have: the message and the branch.
import type { Place } from "../../../git/operations/browse.ts";
import { Button, TextField } from "../../components/form.tsx";
import type { Visit } from "../../visit.ts";

interface Props {
  readonly visit: Visit;
  readonly message: string;
  /** Null in an empty repository, whose first branch the form creates. */
  readonly place: Place | null;
  readonly button: string;
  readonly kind?: "primary" | "danger";
}

export const CommitFields = ({ visit, message, place, button, kind = "primary" }: Props) => (
  <>
    <TextField name="commit_message" label="Commit message" value={visit.entered("commit_message", message)} required />
    <TextField
      name="branch_name"
      label="Branch"
      value={visit.entered("branch_name", place === null ? visit.param("ref") : branchFor(place))}
      hint={place === null ? "The first branch of the repository" : `A new name begins a branch at ${place.revision}`}
      required
    />
    <input type="hidden" name="start" value={place?.revision ?? ""} />
    <Button kind={kind}>{button}</Button>
  </>
);

/** The branch itself, or a new one for those who may not push to it. */
function branchFor({ revision, canPush, branches }: Place): string {
  if (canPush) return revision;
  let number = 1;
  while (branches.includes(`patch-${number}`)) number += 1;
  return `patch-${number}`;
}
