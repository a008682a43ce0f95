// Lists of the audit trail, and single events.
import { type SQL, sql } from "drizzle-orm";
import { type AuditEntityType, auditEvents } from "../../schema/audit-events.ts";
import { columnsOf, type Statement, select, variants } from "../../statement.ts";
import { type GroupKey, namedGroupId } from "../groups/row.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

export type AuditEventRow = typeof auditEvents.$inferSelect;

/** The events of a project, the events that a group's owners see, or those of the whole instance. */
export type AuditScope =
  | { readonly kind: "project"; readonly key: ProjectKey }
  | { readonly kind: "group"; readonly key: GroupKey }
  | { readonly kind: "instance"; readonly key: Partial<AuditEntity> };

export interface AuditEntity {
  readonly entity_type: AuditEntityType;
  readonly entity_id: number;
}

type Shape = "project" | "group" | "instance" | "type" | "entity";

const shapeOf = (scope: AuditScope): Shape => {
  if (scope.kind !== "instance") return scope.kind;
  if (scope.key.entity_type === undefined) return "instance";
  return scope.key.entity_id === undefined ? "type" : "entity";
};

const isOfType = sql`a.entity_type = ${sql.placeholder("entity_type")}`;

/** Events `a`: each condition is the beginning of an index that ends with the time. */
const conditions: Record<Shape, SQL> = {
  project: sql`a.entity_type = 'Project' and a.entity_id = ${namedProjectId}`,
  group: sql`a.group_id = ${namedGroupId}`,
  instance: sql`1`,
  type: isOfType,
  entity: sql`${isOfType} and a.entity_id = ${sql.placeholder("entity_id")}`,
};

const columns = columnsOf(auditEvents, "a");

/** Events that are counted at most: a total beyond it is not known. GitLab's limit. */
export const MOST_COUNTED = 10_000;

const within = (shape: Shape): SQL => sql`from audit_events a where ${conditions[shape]}
  and a.created_at >= ${sql.placeholder("after")} and a.created_at <= ${sql.placeholder("before")}`;

const pages = variants<Shape, AuditEventRow>(
  (shape) =>
    select(
      columns,
      sql`${within(shape)} order by a.created_at desc, a.id desc
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  (shape) => shape,
);

const counts = variants<Shape, { total: number }>(
  (shape) =>
    select(
      { total: sql<number>`count(*)` },
      sql`from (select 1 ${within(shape)} limit ${sql.raw(`${MOST_COUNTED + 1}`)})`,
    ),
  (shape) => shape,
);

export interface AuditQuery {
  /** ISO 8601 with milliseconds, inclusive; null for no limit. */
  readonly after: string | null;
  readonly before: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Later than every timestamp as text. */
const END_OF_TIME = "9999-12-31T23:59:59.999Z";

/** Two statements: the page, newest first, and the total, which is not counted beyond {@link MOST_COUNTED}. */
export function listAuditEvents(
  scope: AuditScope,
  { after, before, ...page }: AuditQuery,
): [Statement<AuditEventRow>, Statement<{ total: number }>] {
  const shape = shapeOf(scope);
  const values = { ...scope.key, ...page, after: after ?? "", before: before ?? END_OF_TIME };
  return [pages(shape).with(values), counts(shape).with(values)];
}

const singles = variants<Shape, AuditEventRow>(
  (shape) => select(columns, sql`from audit_events a where a.id = ${sql.placeholder("id")} and ${conditions[shape]}`),
  (shape) => shape,
);

/** No row for an event outside the scope. */
export const findAuditEvent = (scope: AuditScope, id: number): Statement<AuditEventRow> =>
  singles(shapeOf(scope)).with({ ...scope.key, id });
