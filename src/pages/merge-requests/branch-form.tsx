// The form that chooses the projects and the branches of a new merge request. It is sent by GET.
import type { PlaceRow } from "../../db/queries/merge-requests/places.ts";
import type { BranchNames } from "../../git/operations/branch-names.ts";
import { Select, TextField } from "../components/form.tsx";
import type { Proposing } from "./read-proposal.ts";

/** A list is easier to use than a text field up to about this number of branches. */
const MOST_OPTIONS = 100;

export const BranchForm = ({ action, proposing }: { action: string; proposing: Proposing }) => {
  const { places, sourceBranches, targetBranches, sourceBranch, targetBranch } = proposing;
  return (
    <form method="get" action={action} class="box" aria-label="Branches">
      <fieldset class="choices">
        <legend>Merge</legend>
        <Place name="source_project_id" label="Source project" chosen={places.source} of={places.sources} />
        <Branch name="source_branch" label="Source branch" value={sourceBranch} branches={sourceBranches} />
      </fieldset>
      <fieldset class="choices">
        <legend>Into</legend>
        <Place name="target_project_id" label="Target project" chosen={places.target} of={places.targets} />
        <Branch name="target_branch" label="Target branch" value={targetBranch} branches={targetBranches} />
      </fieldset>
      <button type="submit" class={sourceBranch === "" ? "button primary" : "button"}>
        Compare branches
      </button>
    </form>
  );
};

const pathOf = ({ namespace_path, path }: PlaceRow): string => `${namespace_path}/${path}`;

interface PlaceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: PlaceRow;
  readonly of: readonly PlaceRow[];
}

/** After another project is chosen, the form has to be sent once to get its branches. */
const Place = ({ name, label, chosen, of }: PlaceProps) =>
  of.length === 1 ? (
    <p>
      <input type="hidden" name={name} value={String(chosen.id)} />
      {pathOf(chosen)}
    </p>
  ) : (
    <Select
      name={name}
      label={label}
      value={String(chosen.id)}
      options={of.map((place) => ({ value: String(place.id), text: pathOf(place) }))}
    />
  );

interface BranchProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly branches: BranchNames;
}

export const Branch = ({ name, label, value, branches: { names, count } }: BranchProps) => {
  if (count > MOST_OPTIONS) {
    return (
      <>
        <TextField name={name} label={label} value={value} list={`${name}-list`} />
        <datalist id={`${name}-list`}>
          {names.map((branch) => (
            <option value={branch} />
          ))}
        </datalist>
      </>
    );
  }
  const known = names.map((branch) => ({ value: branch, text: branch }));
  const options = names.includes(value)
    ? known
    : [{ value, text: value === "" ? "Choose a branch" : `${value} (does not exist)` }, ...known];
  return <Select name={name} label={label} value={value} options={options} />;
};
