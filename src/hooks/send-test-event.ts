// Composes test events: the newest real event of a kind, or a sample.

import { findHookProjects, findRecentHookEvents, type HookEventRow } from "../db/queries/hooks/events.ts";
import type { HookOwner, HookRow } from "../db/queries/hooks/hooks.ts";
import { BRANCHES, TAGS } from "../git/repository/ref-store.ts";
import type { HookRequest } from "./deliver.ts";
import { headerFor, isSetTo, topicFor } from "./messages.ts";
import { type PayloadProject, samplePayload } from "./payloads/frame.ts";
import type { PayloadSources } from "./read-events.ts";
import { emojiTopics } from "./topics/emoji.ts";
import { issueTopics } from "./topics/issues.ts";
import { mergeRequestTopics } from "./topics/merge-requests.ts";
import { milestoneTopics } from "./topics/milestones.ts";
import { noteTopics } from "./topics/notes.ts";
import { pushTopics } from "./topics/pushes.ts";
import { releaseTopics } from "./topics/releases.ts";
import type { HookMessage, RequiredSetting } from "./topics/topic.ts";

/** The subjects of test events, by the setting a hook receives them for. */
const subjects = {
  push_events: { event: "Push Hook", kind: "push", kinds: Object.keys(pushTopics), refs: BRANCHES },
  tag_push_events: { event: "Tag Push Hook", kind: "tag_push", kinds: Object.keys(pushTopics), refs: TAGS },
  issues_events: { event: "Issue Hook", kind: "issue", kinds: Object.keys(issueTopics), refs: "" },
  merge_requests_events: {
    event: "Merge Request Hook",
    kind: "merge_request",
    kinds: Object.keys(mergeRequestTopics),
    refs: "",
  },
  note_events: { event: "Note Hook", kind: "note", kinds: Object.keys(noteTopics), refs: "" },
  build_events: { event: "Build Hook", kind: "build", kinds: ["commit_status_updated"], refs: "" },
  pipeline_events: { event: "Pipeline Hook", kind: "pipeline", kinds: ["pipeline_updated"], refs: "" },
  releases_events: { event: "Release Hook", kind: "release", kinds: Object.keys(releaseTopics), refs: "" },
  milestone_events: { event: "Milestone Hook", kind: "milestone", kinds: Object.keys(milestoneTopics), refs: "" },
  emoji_events: { event: "Emoji Hook", kind: "emoji", kinds: Object.keys(emojiTopics), refs: "" },
} as const;

export type TestSubject = keyof typeof subjects;

export const isTestSubject = (name: string | null): name is TestSubject =>
  name !== null && Object.hasOwn(subjects, name);

export interface TestMessage {
  readonly request: HookRequest;
  /** The settings the hook must have when the delivery is repeated. */
  readonly settings: readonly RequiredSetting[];
}

/** Recent events to look at; if the hook may receive none of them, it gets a sample. */
const LOOKED_AT = 20;

/** The subject's setting need not be on, except for confidential issues. */
export async function composeTest(
  sources: PayloadSources,
  owner: HookOwner,
  hook: HookRow,
  subject: TestSubject,
): Promise<TestMessage> {
  const message = (await composeNewest(sources, owner, hook, subject)) ?? (await sample(sources, owner, hook, subject));
  const request = {
    id: `msg_test_${crypto.randomUUID()}`,
    event: headerFor(owner, message),
    body: new Uint8Array(new TextEncoder().encode(JSON.stringify(message.payload))),
  };
  return { request, settings: message.settings.filter((required) => ![required].flat().includes(subject)) };
}

async function composeNewest(
  sources: PayloadSources,
  owner: HookOwner,
  hook: HookRow,
  subject: TestSubject,
): Promise<HookMessage | null> {
  const { kinds, refs } = subjects[subject];
  const listening = { ...hook, [subject]: 1 };
  const [recent] = await sources.db.batch(findRecentHookEvents(owner, kinds, refs, LOOKED_AT));
  for (const event of recent) {
    const project = await projectOf(sources, event.project_id, hook.origin);
    const message = (await topicFor(owner, event, [listening])?.compose({ ...sources, project }, event)) ?? null;
    if (message !== null && isSetTo(listening, message.settings)) return message;
  }
  return null;
}

async function sample(
  sources: PayloadSources,
  owner: HookOwner,
  hook: HookRow,
  subject: TestSubject,
): Promise<HookMessage> {
  const { event, kind } = subjects[subject];
  const project = await projectOf(sources, owner.kind === "project" ? owner.id : null, hook.origin);
  return { event, settings: [], payload: samplePayload(kind, project) };
}

async function projectOf(
  { db }: PayloadSources,
  id: HookEventRow["project_id"],
  origin: string,
): Promise<PayloadProject | null> {
  if (id === null) return null;
  const [[row]] = await db.batch(findHookProjects([id]));
  return row === undefined ? null : { row, origin };
}
