// Validates the attributes of merge requests.
import { checkText } from "../names.ts";
import { checkLongText } from "../texts/limits.ts";
import type { FieldErrors } from "../verb.ts";

interface Attributes {
  readonly title?: string;
  readonly source_branch?: string;
  readonly target_branch?: string;
  readonly description?: string | null;
}

const MAX = 255;

/** The errors of the given attributes. */
export function checkMergeRequest({ description, ...names }: Attributes): FieldErrors {
  const errors: [string, string[]][] = Object.entries(names).map(([name, value]) => [name, checkText(value, MAX)]);
  errors.push(["description", checkLongText(description ?? "")]);
  return Object.fromEntries(errors.filter(([, messages]) => messages.length > 0));
}

/** Source and target are the same branch. */
export const isLoop = (branches: {
  readonly source_project_id: number;
  readonly source_branch: string;
  readonly project_id: number;
  readonly target_branch: string;
}): boolean => branches.source_project_id === branches.project_id && branches.source_branch === branches.target_branch;
