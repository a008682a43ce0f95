// `changes` of issues and merge requests: what an edit changed, with the values before and after.
import type { Change, IssuableChanges } from "../../db/queries/events/details.ts";
import type { HookChangedRow } from "../../db/queries/hooks/events.ts";
import { isWorkInProgress } from "../../services/merge-requests/work-in-progress.ts";
import { describeLabels, describePerson, stateIds } from "./frame.ts";

type ChangedValue =
  | string
  | number
  | boolean
  | null
  | ReturnType<typeof describePerson>[]
  | ReturnType<typeof describeLabels>;

interface DescribedChange {
  readonly previous: ChangedValue;
  readonly current: ChangedValue;
}

export type DescribedChanges = Readonly<Record<string, DescribedChange>>;

const { opened, closed, merged } = stateIds;

/** The change of `state_id` that an action makes. */
const stateChanges: ReadonlyMap<string, DescribedChange> = new Map([
  ["close", { previous: opened, current: closed }],
  ["reopen", { previous: closed, current: opened }],
  ["merge", { previous: opened, current: merged }],
]);

const plainColumns = ["title", "description", "due_date", "milestone_id", "target_branch"];
const flagColumns = ["confidential", "discussion_locked", "squash"];

/**
 * @param action as in `object_attributes`
 * @param records the labels and users that the changes name
 * @param canBeDraft true for merge requests
 */
export function describeChanges(
  changes: IssuableChanges,
  action: string,
  records: HookChangedRow | undefined,
  canBeDraft: boolean,
): DescribedChanges {
  const described: Record<string, DescribedChange> = {};
  const put = (name: string, change: Change<unknown> | undefined, describe: (value: unknown) => ChangedValue) => {
    if (change !== undefined) described[name] = { previous: describe(change[0]), current: describe(change[1]) };
  };
  for (const name of plainColumns) put(name, changes[name], plain);
  for (const name of flagColumns) put(name, changes[name], (value) => value === 1);
  const people = peopleIn(records?.users ?? "[]");
  const personList = (id: unknown) => people.filter((person) => person.id === id).map(describePerson);
  put("assignees", changes.assignee_id, personList);
  put("reviewers", changes.reviewer_id, personList);
  const labels = describeLabels(records?.labels ?? "[]");
  put("labels", changes.label_ids, (ids) => labels.filter(({ id }) => idsIn(ids).includes(id)));
  const { title } = changes;
  if (canBeDraft && title !== undefined && isDraft(title[0]) !== isDraft(title[1])) put("draft", title, isDraft);
  const state = stateChanges.get(action);
  return state === undefined ? described : { ...described, state_id: state };
}

/** The ids of labels and users that the changes name. */
export const namedIn = ({ label_ids, assignee_id, reviewer_id }: IssuableChanges) => ({
  labelIds: [...new Set(label_ids?.flat() ?? [])],
  userIds: [...new Set(idsIn([...(assignee_id ?? []), ...(reviewer_id ?? [])]))],
});

const plain = (value: unknown): string | number | null =>
  typeof value === "string" || typeof value === "number" ? value : null;

const isDraft = (title: unknown): boolean => isWorkInProgress(String(title));

const idsIn = (values: unknown): number[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === "number") : [];

/** @param json of {@link HookChangedRow} */
const peopleIn = (json: string): Parameters<typeof describePerson>[0][] => JSON.parse(json);
