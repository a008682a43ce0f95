// The audit trail that a request leaves, and scenarios with the expected one.
import { type Actor, ok, root } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";

export interface AuditEvent {
  readonly id: number;
  readonly author_id: number;
  readonly entity_id: number;
  readonly entity_type: string;
  readonly event_type: string;
  readonly details: Readonly<Record<string, string | number | null>>;
  readonly created_at: string;
}

export const trail = (query: Values = {}): Promise<AuditEvent[]> =>
  ok(root.get("/audit_events", { per_page: 100, ...query }));

/** The events by this author that the work leaves, oldest first. Other tests may run meanwhile. */
export async function recordedBy(author: Actor, work: () => Promise<unknown>): Promise<AuditEvent[]> {
  // Not by the newest id: of simultaneous requests, the one that began first may be recorded last.
  const before = new Set((await trail()).map(({ id }) => id));
  await work();
  const events = await trail();
  return events
    .filter(({ id, author_id }) => !before.has(id) && author_id === author.id)
    .sort((one, other) => one.id - other.id);
}

/** The type and the id of an entity or a target. */
export type Named = readonly [type: string, id: unknown];

export const project = (id: number): Named => ["Project", id];
export const group = (id: number): Named => ["Group", id];
export const user = (id: number): Named => ["User", id];
export const instance: Named = ["Gitlab::Audit::InstanceScope", 1];

export const changed = (change: string, from: string, to: string) => ({ change, from, to });

/** The expected parts of an event. */
export type Expected = readonly [type: string, entity: Named, target: Named, change: object];

/** The events in the form of {@link Expected}. */
export const inShortForm = (events: readonly AuditEvent[]): Expected[] =>
  events.map(({ event_type, entity_type, entity_id, details }) => {
    const {
      author_name: _author,
      target_id,
      target_type,
      target_details: _details,
      entity_path: _path,
      ip_address: _address,
      impersonation_token_id: _token,
      ...change
    } = details;
    return [event_type, [entity_type, entity_id], [String(target_type), target_id], change];
  });

/** A request that can be made once, and the events it leaves. */
export interface Scenario {
  readonly actor: Actor;
  readonly send: (caller: Actor) => Promise<Answer>;
  readonly expected: (answer: Answer) => readonly Expected[];
}

/** By route, as `METHOD /path`. */
export type Scenarios = Record<string, () => Promise<Scenario>>;

export const scenario = (
  actor: Actor,
  send: Scenario["send"],
  ...expected: (Expected | ((answer: Answer) => Expected))[]
): Scenario => ({
  actor,
  send,
  expected: (answer) => expected.map((one) => (typeof one === "function" ? one(answer) : one)),
});
