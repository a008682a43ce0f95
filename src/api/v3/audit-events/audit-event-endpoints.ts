// GET /audit_events and GET /audit_events/:id, and the same under /projects/:id and /groups/:id
import {
  type AuditEventRow,
  type AuditQuery,
  findAuditEvent,
  listAuditEvents,
  MOST_COUNTED,
} from "../../../db/queries/audit-events/lists.ts";
import { dateTime, integer } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { type PageOf, pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, required } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { boundedPaged, one } from "../../response.ts";
import { presentAuditEvent } from "../presenters/audit-event.ts";
import type { AuditScopeKind } from "./scopes.ts";

const listParams = { created_after: optional(dateTime), created_before: optional(dateTime), ...paginationParams };

/** With one more row than the page has, which shows that there is another page. */
function queryOf(params: ParamValues<typeof listParams>): AuditQuery {
  const { created_after: after = null, created_before: before = null } = params;
  const { perPage, offset } = pageOf(params);
  return { after, before, limit: perPage + 1, offset };
}

/** @param counted at most one more than {@link MOST_COUNTED}: then the total is only a lower bound */
function pageFrom(rows: AuditEventRow[], counted: number, { limit, offset }: AuditQuery): PageOf<AuditEventRow> {
  const isCounted = counted <= MOST_COUNTED;
  return { rows: rows.slice(0, limit - 1), total: isCounted ? counted : offset + rows.length, isCounted };
}

const list = (kind: AuditScopeKind) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, ...kind.filters, ...listParams },
    response: boundedPaged(presentAuditEvent),
    async handle(call) {
      const query = queryOf(call.params);
      const [rows, [size]] = await kind.load(call, (scope) => listAuditEvents(scope, query));
      return paginate(call, pageFrom(rows, size?.total ?? 0, query), presentAuditEvent);
    },
  });

const get = (kind: AuditScopeKind) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, [kind.eventId]: required(integer) },
    response: one(presentAuditEvent),
    async handle(call) {
      const id = Number(call.params[kind.eventId] ?? 0);
      const [[event]] = await kind.load(call, (scope) => [findAuditEvent(scope, id)]);
      if (event === undefined) throw recordNotFound();
      return presentAuditEvent(event);
    },
  });

export const auditEventEndpoints = (kind: AuditScopeKind) => ({ list: list(kind), get: get(kind) });
