// The rules of editing an issue or a merge request: the consequences of each change. Pure, without database or clock.

import type { ChangeDetails } from "../../db/queries/events/details.ts";
import type { Authorship } from "../../db/queries/events/events.ts";
import type { ColumnValues } from "../../db/queries/records/locked-records.ts";
import { changedColumns } from "../changed-columns.ts";
import { isWorkInProgress, withoutWorkInProgress } from "../merge-requests/work-in-progress.ts";
import { taskNotes } from "../texts/tasks.ts";
import type { ChangeSet, LabelChanges } from "./change-set.ts";
import { assignmentTodos, reviewTodos } from "./creation.ts";
import { decideTexts, type GivenText, type TextChanges } from "./decide-texts.ts";
import { recordedChanges } from "./recorded-changes.ts";
import type { IssuableAttributes, IssuableSnapshot, Label } from "./snapshot.ts";
import {
  assigneeNote,
  confidentialNote,
  labelsNote,
  lockNote,
  milestoneNote,
  reviewerNote,
  stateNote,
  targetBranchNote,
  titleNote,
  workInProgressNote,
} from "./system-notes.ts";

/** Attributes that are not given keep their values. */
export interface UpdateParams extends Partial<IssuableAttributes> {
  /** Titles of all labels after the edit; missing labels are created. */
  readonly labels?: readonly string[];
  /** Titles of further labels, and of labels that it loses. */
  readonly add_labels?: readonly string[];
  readonly remove_labels?: readonly string[];
  /** ISO 8601; defaults to now. */
  readonly updated_at?: string;
}

type Changes = Partial<IssuableAttributes>;

export function decideUpdate(before: IssuableSnapshot, params: UpdateParams, action: Authorship): ChangeSet {
  const changes = changedAttributes(before, params);
  const labels = decideLabels(before, params);
  const areLabelsChanged = labels.add.length + labels.remove.length > 0;
  const isChanged = areLabelsChanged || Object.keys(changes).length > 0;
  const isTouched = isChanged || params.updated_at !== undefined;
  const { newTodos, ...texts } = textChangesOf(before, changes, params);
  return {
    issuable: before.issuable,
    columns: isTouched
      ? { ...changes, ...closingOf(changes, action), updated_at: params.updated_at ?? action.now }
      : {},
    labels,
    systemNotes: systemNotesOf(before, changes, params, labels),
    marksTodoDone: before.actorHasTodo && (areLabelsChanged || marksTodosDone(changes)),
    newTodos: [
      ...assignmentTodos(before.issuable.type, changes.assignee_id ?? null, action.actorId),
      ...reviewTodos(changes.reviewer_id ?? null, action.actorId),
      ...newTodos,
    ],
    ...texts,
    events: eventsOf(before, changes, labels),
  };
}

function changedAttributes({ attributes, named, issuable }: IssuableSnapshot, params: UpdateParams): Changes {
  const { labels, add_labels, remove_labels, updated_at, milestone_id, state, ...others } = params;
  const { assignee_id, reviewer_id, ...plain } = others;
  const isRefused = assignee_id != null && named.assignee === null;
  const isReviewerRefused = reviewer_id != null && named.reviewer == null;
  const wanted: Changes = {
    ...plain,
    // A milestone of another project counts as none.
    ...(milestone_id !== undefined && { milestone_id: named.milestone?.id ?? null }),
    // The assignee stays if the new one may not read the issuable; so does the reviewer.
    ...(assignee_id !== undefined && !isRefused && { assignee_id }),
    ...(reviewer_id !== undefined && !isReviewerRefused && { reviewer_id }),
    ...(state !== undefined && isTransition(issuable.type, attributes.state, state) && { state }),
  };
  return changedColumns<IssuableAttributes>(attributes, wanted);
}

/** The columns that follow a change of state. */
function closingOf({ state }: Changes, { actorId, now }: Authorship): ColumnValues {
  if (state === undefined) return {};
  return state === "closed" ? { closed_at: now, closed_by_id: actorId } : { closed_at: null, closed_by_id: null };
}

/** Merge requests can be closed only when open, and reopened only when closed. */
const isTransition = (type: "Issue" | "MergeRequest", from: string, to: string): boolean =>
  type === "Issue" || (to === "closed" ? from === "opened" || from === "reopened" : from === "closed");

function decideLabels(
  { labels: carried, named, lastLabelId }: IssuableSnapshot,
  { labels: given, add_labels = [], remove_labels = [] }: UpdateParams,
): LabelChanges {
  if (given === undefined && add_labels.length + remove_labels.length === 0)
    return { create: [], add: [], remove: [], carried: null };
  const kept = given ?? carried.map(({ title }) => title);
  const titles = new Set([...kept, ...add_labels].filter((title) => !remove_labels.includes(title)));
  const known = [...named.labels, ...without(carried, named.labels)].filter(({ title }) => titles.has(title));
  for (const { title } of known) titles.delete(title);
  const create = [...titles].map((title, at) => ({ id: lastLabelId + 1 + at, title }));
  const wanted = [...known, ...create];
  return {
    create,
    add: without(wanted, carried)
      .toSorted(byTitle)
      .map(({ id }) => id),
    remove: without(carried, wanted)
      .map(({ id }) => id)
      .toSorted(ascending),
    carried: carried.map(({ id }) => id).toSorted(ascending),
  };
}

const ascending = (a: number, b: number): number => a - b;

const byTitle = (a: Label, b: Label): number => (a.title < b.title ? -1 : 1);

function without(labels: readonly Label[], others: readonly Label[]): Label[] {
  const ids = new Set(others.map(({ id }) => id));
  return labels.filter(({ id }) => !ids.has(id));
}

/** In the order in which they are written. Changes of description and due date have no note. */
function systemNotesOf(
  before: IssuableSnapshot,
  changes: Changes,
  params: UpdateParams,
  { add, remove }: LabelChanges,
): string[] {
  const { attributes, named, issuable } = before;
  const { milestone_id, assignee_id, title, confidential, target_branch, state, discussion_locked } = changes;
  const notes: string[] = [];
  if (add.length + remove.length > 0) notes.push(labelsNote(add, remove));
  if (milestone_id !== undefined) notes.push(milestoneNote(named.milestone?.iid ?? null));
  if (assignee_id !== undefined)
    notes.push(assigneeNote(assignee_id === null ? null : (named.assignee?.username ?? null)));
  if (changes.reviewer_id !== undefined)
    notes.push(
      reviewerNote(before.reviewer ?? null, changes.reviewer_id === null ? null : (named.reviewer?.username ?? null)),
    );
  const mayChangeWip = issuable.type === "MergeRequest" && title !== undefined;
  // A title that differs only in its WIP prefix gets the WIP note instead.
  const changesOnlyWip = mayChangeWip && withoutWorkInProgress(title) === withoutWorkInProgress(attributes.title);
  if (title !== undefined && !changesOnlyWip) notes.push(titleNote(attributes.title, title));
  if (discussion_locked !== undefined) notes.push(lockNote(issuable.type, discussion_locked === 1));
  if (confidential !== undefined) notes.push(confidentialNote(confidential === 1));
  if (target_branch !== undefined) notes.push(targetBranchNote(attributes.target_branch ?? "", target_branch));
  if (state !== undefined) notes.push(stateNote(state === "closed"));
  if (mayChangeWip && isWorkInProgress(title) !== isWorkInProgress(attributes.title)) {
    notes.push(workInProgressNote(isWorkInProgress(title)));
  }
  return [...notes, ...taskNotes(attributes.description, params.description)];
}

function textChangesOf(before: IssuableSnapshot, changes: Changes, { title, description }: UpdateParams): TextChanges {
  const { issuable, iid, attributes, mentions, named: entities } = before;
  const { type } = issuable;
  const { assignee_id = attributes.assignee_id } = changes;
  const formerTexts = [attributes.title, attributes.description ?? ""];
  const texts: GivenText[] = [];
  if (title !== undefined) texts.push([`${type}Title`, title]);
  if (description !== undefined) texts.push([type, description ?? ""]);
  return decideTexts({ type, iid, assignee_id, formerTexts, mentions, entities }, texts);
}

/** True if the edit marks the actor's todo as done. Reopening, confidentiality and due dates do not. */
const marksTodosDone = ({ state, ...changes }: Changes): boolean => {
  const { title, description, assignee_id, reviewer_id, milestone_id, target_branch } = changes;
  const counting = [title, description, assignee_id, reviewer_id, milestone_id, target_branch];
  return state === "closed" || counting.some((value) => value !== undefined);
};

/** Closing or reopening an issue also records an update; closing or reopening a merge request does not. */
function eventsOf(before: IssuableSnapshot, changes: Changes, labels: LabelChanges): ChangeSet["events"] {
  const { type, id: target_id } = before.issuable;
  const subject = type === "Issue" ? "issue" : "merge_request";
  const { state, ...others } = changes;
  const isEdited = labels.add.length + labels.remove.length + Object.keys(others).length > 0;
  const isUpdate = isEdited || (type === "Issue" && state !== undefined);
  const details = detailsOf(before, changes, labels);
  const recorded = recordedChanges(before, changes, labels);
  const stateEvent = state === "closed" ? (`${subject}_closed` as const) : (`${subject}_reopened` as const);
  return [
    ...labels.create.map(({ id }) => ({ kind: "label_created", target_id: id, details: null }) as const),
    ...(isUpdate ? [{ kind: `${subject}_updated` as const, target_id, details, ...recorded }] : []),
    ...(state === undefined ? [] : [{ kind: stateEvent, target_id, details: null, ...recorded }]),
  ];
}

/** Notifications need the old and new assignee, those of the reviewer, and the added labels. */
function detailsOf({ attributes }: IssuableSnapshot, changes: Changes, { add }: LabelChanges): string | null {
  const { assignee_id, reviewer_id } = changes;
  if (assignee_id === undefined && reviewer_id === undefined && add.length === 0) return null;
  const details: ChangeDetails = {
    assignee_id: assignee_id === undefined ? null : [attributes.assignee_id, assignee_id],
    ...(reviewer_id !== undefined && { reviewer_id: [attributes.reviewer_id ?? null, reviewer_id] }),
    added_labels: add.length === 0 ? null : add,
  };
  return JSON.stringify(details);
}
