// GET .../resource_label_events, resource_milestone_events, and one of them: under issues and merge requests

import type { IssuableName } from "../../../db/queries/issuables/issuable-key.ts";
import {
  findLabelsOf,
  findMilestonesOf,
  findOrigin,
  findResourceChanges,
  MOST_CHANGES,
  type ResourceEvent,
  type ResourceKind,
} from "../../../db/queries/noteables/resource-changes.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { labelEvents, milestoneEvents } from "../../../services/issuables/resource-events.ts";
import { type Call, endpoint, paginate } from "../../endpoint.ts";
import { byRecord, type Issuable, type IssuableKind, type IssuableParams } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import type { PresentRow } from "../../presenter-context.ts";
import { one, paged } from "../../response.ts";
import { type EventOf, presentLabelEvent, presentMilestoneEvent } from "../presenters/resource-event.ts";

/** Events about one kind of records. */
interface Source<Row, Body> {
  readonly kind: ResourceKind;
  readonly read: typeof labelEvents;
  find(projectId: number, names: readonly number[]): Statement<Row>;
  /** What events call the record. */
  nameOf(row: Row): number;
  readonly present: PresentRow<EventOf<Row>, Body>;
}

/** All events of an issuable, oldest first. */
async function findEvents<Row, Body>(kind: IssuableKind, source: Source<Row, Body>, call: Call<IssuableParams>) {
  const name: IssuableName = noteableName(kind, call);
  const changes = findResourceChanges({ type: kind.type, id: name }, source.kind);
  const found = await kind.find(call, kind.idOf(call.params), byRecord, changes, findOrigin(kind.type, name));
  const [notes, [origin]] = found.rows;
  const events = origin === undefined ? [] : source.read(notes, origin, notes.length < MOST_CHANGES);
  return { issuable: found.issuable, events };
}

/** Reads the records of the events that are shown. */
async function withRecords<Row, Body>(
  { db }: Call,
  source: Source<Row, Body>,
  issuable: Issuable,
  events: readonly ResourceEvent[],
): Promise<EventOf<Row>[]> {
  const names = [...new Set(events.flatMap(({ of }) => of ?? []))];
  const [rows] = names.length === 0 ? [[]] : await db.batch(source.find(issuable.project_id, names));
  const byName = new Map(rows.map((row) => [source.nameOf(row), row]));
  return events.map((event) => ({
    ...event,
    issuable,
    record: event.of === null ? null : (byName.get(event.of) ?? null),
  }));
}

const endpoints =
  <Row, Body>(source: Source<Row, Body>) =>
  (kind: IssuableKind) => ({
    list: endpoint({
      access: kind.read,
      params: { ...kind.params, ...paginationParams },
      response: paged(source.present),
      async handle(call) {
        const { issuable, events } = await findEvents(kind, source, call);
        const { perPage, offset } = pageOf(call.params);
        const rows = await withRecords(call, source, issuable, events.slice(offset, offset + perPage));
        return paginate(call, { rows, total: events.length }, source.present);
      },
    }),
    get: endpoint({
      access: kind.read,
      params: { ...kind.params, event_id: required(integer) },
      response: one(source.present),
      async handle(call) {
        const { issuable, events } = await findEvents(kind, source, call);
        const named = events.filter(({ id }) => id === call.params.event_id);
        const [event] = await withRecords(call, source, issuable, named);
        if (event === undefined) throw recordNotFound();
        return source.present(event, call);
      },
    }),
  });

export const labelEventEndpoints = endpoints({
  kind: "label",
  read: labelEvents,
  find: findLabelsOf,
  nameOf: ({ id }) => id,
  present: presentLabelEvent,
});

export const milestoneEventEndpoints = endpoints({
  kind: "milestone",
  read: milestoneEvents,
  find: findMilestonesOf,
  nameOf: ({ iid }) => iid,
  present: presentMilestoneEvent,
});
