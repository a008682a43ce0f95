// Which events produce hook deliveries, and which are merged into another event.
import { expect, test } from "vitest";
import { findHookEvents } from "../../src/db/queries/hooks/events.ts";
import { recordEvent } from "../../src/events/events.ts";
import { nodeDatabase } from "../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const later = "2026-01-01T00:00:01.000Z";

test.each([
  ["by the same change", { actorId: 1, now }, 1],
  ["by somebody else", { actorId: 2, now }, 0],
  ["afterwards", { actorId: 1, now: later }, 0],
] as const)(
  "an update of an issue is superseded by its closing only if both are one change: closed %s",
  async (_, closing, superseded) => {
    const db = nodeDatabase();
    const issue = { project_id: 7, target_id: 8 };
    await db.batch(
      recordEvent({ actorId: 1, now }, { kind: "issue_updated", ...issue }),
      recordEvent(closing, { kind: "issue_closed", ...issue }),
    );
    const [news] = await db.batch(findHookEvents({ kind: "project", id: 7 }, 0, 10));
    expect(news).toMatchObject([
      { kind: "issue_updated", superseded },
      { kind: "issue_closed", superseded: 0 },
    ]);
  },
);
