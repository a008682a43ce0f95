// GET .../resource_label_events, resource_milestone_events, and one of them: under issues and merge requests

import type { NamedNoteable } from "../../../db/queries/noteables/notes.ts";
import {
  areAll,
  findChangedLabels,
  findChangedMilestones,
  findOrigin,
  findResourceChanges,
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
import { byRecord, type IssuableKind, type IssuableParams } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import type { PresentRow } from "../../presenter-context.ts";
import { one, paged } from "../../response.ts";
import { type EventOf, presentLabelEvent, presentMilestoneEvent } from "../presenters/resource-event.ts";

/** Events about one kind of records. */
interface Source<Row, Body> {
  readonly kind: ResourceKind;
  readonly read: typeof labelEvents;
  /** The records of the changes of an issuable. */
  find(of: NamedNoteable): Statement<Row>;
  /** What events call the record. */
  nameOf(row: Row): number;
  readonly present: PresentRow<EventOf<Row>, Body>;
}

/** All events of an issuable, oldest first, and how one is shown with its record. */
async function findEvents<Row, Body>(kind: IssuableKind, source: Source<Row, Body>, call: Call<IssuableParams>) {
  const name = { type: kind.type, id: noteableName(kind, call) };
  const statements = [findResourceChanges(name, source.kind), findOrigin(name), source.find(name)] as const;
  const { issuable, rows } = await kind.find(call, kind.idOf(call.params), byRecord, ...statements);
  const [notes, [origin], records] = rows;
  const byName = new Map(records.map((row) => [source.nameOf(row), row]));
  const events = origin === undefined ? [] : source.read(notes, origin, areAll(notes));
  const recordOf = (of: number | null) => (of === null ? null : (byName.get(of) ?? null));
  return {
    events,
    shown: (event: ResourceEvent): EventOf<Row> => ({ ...event, issuable, record: recordOf(event.of) }),
  };
}

const endpoints =
  <Row, Body>(source: Source<Row, Body>) =>
  (kind: IssuableKind) => ({
    list: endpoint({
      access: kind.read,
      params: { ...kind.params, ...paginationParams },
      response: paged(source.present),
      async handle(call) {
        const { events, shown } = await findEvents(kind, source, call);
        const { perPage, offset } = pageOf(call.params);
        const rows = events.slice(offset, offset + perPage).map(shown);
        return paginate(call, { rows, total: events.length }, source.present);
      },
    }),
    get: endpoint({
      access: kind.read,
      params: { ...kind.params, event_id: required(integer) },
      response: one(source.present),
      async handle(call) {
        const { events, shown } = await findEvents(kind, source, call);
        const event = events.find(({ id }) => id === call.params.event_id);
        if (event === undefined) throw recordNotFound();
        return source.present(shown(event), call);
      },
    }),
  });

export const labelEventEndpoints = endpoints({
  kind: "label",
  read: labelEvents,
  find: findChangedLabels,
  nameOf: ({ id }) => id,
  present: presentLabelEvent,
});

export const milestoneEventEndpoints = endpoints({
  kind: "milestone",
  read: milestoneEvents,
  find: findChangedMilestones,
  nameOf: ({ iid }) => iid,
  present: presentMilestoneEvent,
});
