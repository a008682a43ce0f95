// Snapshots for the tests of decisions: an issue and a merge request with only the properties that a test gives.

import type { ReferredIssuable } from "../../../src/db/queries/issuables/referred-issuables.ts";
import type { MentionedUser } from "../../../src/db/queries/issuables/snapshots.ts";
import type { IssuableAttributes, IssuableSnapshot, Label, Named } from "../../../src/services/issuables/snapshot.ts";

export const action = { actorId: 1, now: "2026-05-05T05:05:05.005Z" };

const nothingNamed: Named = { labels: [], milestone: null, assignee: null, users: [], issuables: [] };

type Given = Partial<Omit<IssuableSnapshot, "named" | "attributes" | "issuable">> & {
  readonly attributes?: Partial<IssuableAttributes>;
  readonly named?: Partial<Named>;
};

const common = { iid: 7, labels: [], mentions: [], actorHasTodo: false, lastLabelId: 100 };
const attributes = {
  title: "Old",
  description: null,
  state: "opened",
  assignee_id: null,
  milestone_id: null,
  discussion_locked: 0,
} as const;

/** Issue 5 of project 2, `#7`. */
export const issueWith = (given: Given = {}): IssuableSnapshot => ({
  ...common,
  ...given,
  issuable: { type: "Issue", id: 5, project_id: 2, lock_version: 3 },
  attributes: { ...attributes, confidential: 0, due_date: null, ...given.attributes },
  named: { ...nothingNamed, ...given.named },
});

/** Merge request 5 of project 2, `!7`. */
export const mergeRequestWith = (given: Given = {}): IssuableSnapshot => ({
  ...common,
  ...given,
  issuable: { type: "MergeRequest", id: 5, project_id: 2, lock_version: 3 },
  attributes: {
    ...attributes,
    target_branch: "main",
    force_remove_source_branch: null,
    merge_when_build_succeeds: 0,
    ...given.attributes,
  },
  named: { ...nothingNamed, ...given.named },
});

/** Labels titled `l1`, `l2`, ... */
export const labels = (...ids: number[]): Label[] => ids.map((id) => ({ id, title: `l${id}` }));

/** A mentioned user who may read the issuable. */
export const reader = (name: string, user_id: number): MentionedUser => ({
  lookup: "mentioned_user",
  name,
  user_id,
  reads: 1,
  reads_if_assigned: 1,
});

/** A visible issue of the same project that has no note of the reference yet. */
export const referredIssue = (id: number): ReferredIssuable => ({
  lookup: "referred_issuable",
  type: "Issue",
  id,
  project_id: 2,
  path_back: "",
  is_visible: 1,
  is_noted: 0,
});
