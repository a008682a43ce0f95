// GET .../resource_state_events: under issues and merge requests

import { listStateChanges } from "../../../db/queries/noteables/state-changes.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { byRecord, type IssuableKind } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { paged } from "../../response.ts";
import { presentStateEvent } from "../presenters/resource-event.ts";

export const listStateEvents = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentStateEvent),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const statements = listStateChanges({ type: kind.type, id: noteableName(kind, call) }, perPage, offset);
      const { rows } = await kind.find(call, kind.idOf(call.params), byRecord, ...statements);
      const [changes, [size]] = rows;
      return paginate(call, { rows: changes, total: size?.total ?? 0 }, presentStateEvent);
    },
  });
