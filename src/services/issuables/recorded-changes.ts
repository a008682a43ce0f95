// What an edit changed, as its events record it for the payloads of hooks.
import type { Change, IssuableChanges } from "../../db/queries/events/details.ts";
import type { LabelChanges } from "./change-set.ts";
import type { IssuableAttributes, IssuableSnapshot } from "./snapshot.ts";

/** UTF-16 units of both values. Longer texts are recorded as null. */
const LONGEST = 40_000;

/** Nothing if nothing changed that a payload shows. */
export function recordedChanges(
  { attributes, labels }: IssuableSnapshot,
  columns: Partial<IssuableAttributes>,
  { add, remove }: LabelChanges,
): { readonly changes?: string } {
  const former = new Map<string, unknown>(Object.entries(attributes));
  const changed = Object.entries(columns).map(([name, after]) => [name, shortened(former.get(name) ?? null, after)]);
  const before = labels.map(({ id }) => id);
  const after = [...before.filter((id) => !remove.includes(id)), ...add];
  const changes: IssuableChanges = {
    ...Object.fromEntries(changed),
    ...(add.length + remove.length > 0 && { label_ids: [before, after] }),
  };
  if (Object.keys(changes).length === 0) return {};
  // Before the edit or after it: the new texts of an edit that makes the issue confidential are secret as well.
  const isSecret = attributes.confidential === 1 || columns.confidential === 1;
  const recorded: IssuableChanges = { ...changes, ...(isSecret && { of_confidential: [1, 1] }) };
  return { changes: JSON.stringify(recorded) };
}

function shortened(before: unknown, after: unknown): Change<unknown> {
  const length = [before, after].reduce(
    (sum: number, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  return length > LONGEST ? [null, null] : [before, after];
}
