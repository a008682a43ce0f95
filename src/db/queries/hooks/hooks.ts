// Hooks of projects, of groups and of the server.
import { eq, type SQL, sql } from "drizzle-orm";
import { hooks } from "../../schema/hooks.ts";
import { build, columnsOf, type Statement, select, statement, type Template } from "../../statement.ts";
import { type GroupKey, namedGroupId } from "../groups/row.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import { changesRow } from "../records/column-changes.ts";

export type HookRow = typeof hooks.$inferSelect;

/** The owner of a hook, whose events it receives. */
export type HookOwner =
  | { readonly kind: "project"; readonly id: number }
  | { readonly kind: "group"; readonly id: number }
  | { readonly kind: "server" };

type OwnerKind = HookOwner["kind"];

/** The name of the courier of an owner's hooks; {@link ownerOfCourier} is the inverse. */
export const courierName = (owner: HookOwner): string =>
  owner.kind === "server" ? "server" : `${owner.kind}-${owner.id}`;

/** Throws if `name` is not a courier's name. */
export function ownerOfCourier(name: string): HookOwner {
  if (name === "server") return { kind: "server" };
  const [, kind, id] = /^(project|group)-(\d+)$/.exec(name) ?? [];
  if (kind === "project" || kind === "group") return { kind, id: Number(id) };
  throw new Error(`No courier has the name ${name}.`);
}

export function ownerOf({ project_id, group_id }: HookRow): HookOwner {
  if (project_id !== null) return { kind: "project", id: project_id };
  return group_id === null ? { kind: "server" } : { kind: "group", id: group_id };
}

/** An owner named by a path, so that one batch finds the owner and its hooks. */
export type NamedHookOwner =
  | { readonly kind: "project"; readonly key: ProjectKey }
  | { readonly kind: "group"; readonly key: GroupKey }
  | { readonly kind: "server"; readonly key: Record<never, never> };

const hookColumns = columnsOf(hooks, "h");

const ofServer = sql`h.project_id is null and h.group_id is null`;

/** Hooks `h` of a {@link NamedHookOwner}. */
const ofNamed: Record<OwnerKind, SQL> = {
  project: sql`h.project_id = ${namedProjectId}`,
  group: sql`h.group_id = ${namedGroupId}`,
  server: ofServer,
};

/** Hooks `h` of an owner by id. Needs the values of {@link ownerParams}. */
export const ofOwner: Record<OwnerKind, SQL> = {
  project: sql`h.project_id = ${sql.placeholder("owner_id")}`,
  group: sql`h.group_id = ${sql.placeholder("owner_id")}`,
  server: ofServer,
};

/** A template for each kind of owner. */
export const forEachKindOfOwner = <Row>(
  make: (kind: OwnerKind) => Template<Row>,
): Record<OwnerKind, Template<Row>> => ({
  project: make("project"),
  group: make("group"),
  server: make("server"),
});

const listTemplates = forEachKindOfOwner((kind) =>
  select(
    hookColumns,
    sql`from hooks h where ${ofNamed[kind]} order by h.id desc
      limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
  ),
);

const countTemplates = forEachKindOfOwner((kind) =>
  select({ total: sql<number>`count(*)` }, sql`from hooks h where ${ofNamed[kind]}`),
);

/** Two statements: the page, newest first, and the total. */
export const listHooks = (
  { kind, key }: NamedHookOwner,
  limit: number,
  offset: number,
): [Statement<HookRow>, Statement<{ total: number }>] => [
  listTemplates[kind].with({ ...key, limit, offset }),
  countTemplates[kind].with({ ...key }),
];

const findTemplates = forEachKindOfOwner((kind) =>
  select(hookColumns, sql`from hooks h where h.id = ${sql.placeholder("hook_id")} and ${ofNamed[kind]}`),
);

export const findHook = ({ kind, key }: NamedHookOwner, hookId: number): Statement<HookRow> =>
  findTemplates[kind].with({ ...key, hook_id: hookId });

const allTemplates = forEachKindOfOwner((kind) =>
  select(hookColumns, sql`from hooks h where ${ofOwner[kind]} order by h.id`),
);

/** The values for {@link ofOwner}. */
export const ownerParams = (owner: HookOwner): { owner_id?: number } =>
  owner.kind === "server" ? {} : { owner_id: owner.id };

/** All hooks of an owner, oldest first. */
export const findHooksOf = (owner: HookOwner): Statement<HookRow> => allTemplates[owner.kind].with(ownerParams(owner));

export type NewHook = Omit<typeof hooks.$inferInsert, "id" | "after_event_id">;

/** The hook receives later events only. Violates a foreign key if its owner is gone. */
export const insertHook = (hook: NewHook): Statement<HookRow> =>
  statement(
    build
      .insert(hooks)
      .values({ ...hook, after_event_id: sql`(select coalesce(max(id), 0) from events)` })
      .returning(),
  );

/** The id of the hook inserted earlier in the same batch. */
export const newestHookId = sql<number>`(select max(id) from hooks)`;

/** Omitted columns stay unchanged. */
export type HookChanges = Partial<Omit<NewHook, "project_id" | "group_id" | "created_at">>;

/** While the URL stays the same, omitted credentials and an omitted token are kept. */
export function updateHook({ id }: HookRow, changes: HookChanges): Statement<HookRow> {
  const { url, authorization, token } = changes;
  // Never send the secrets of one URL to another.
  const kept = (column: "authorization" | "token") => sql`case when url = ${url} then ${sql.identifier(column)} end`;
  const keepsCredentials = url !== undefined && authorization === null;
  const keepsToken = url !== undefined && token === undefined;
  return statement(
    build
      .update(hooks)
      .set({
        ...changes,
        ...(keepsCredentials && { authorization: kept("authorization") }),
        ...(keepsToken && { token: kept("token") }),
      })
      .where(eq(hooks.id, id))
      .returning(),
  );
}

/** The old secret also signs until `until`. Returns the hook if it exists. */
export const rotateSigningSecret = ({ id }: HookRow, secret: string, until: string, now: string): Statement<HookRow> =>
  statement(
    build
      .update(hooks)
      .set({
        signing_secret: secret,
        previous_signing_secret: sql`signing_secret`,
        previous_signing_secret_until: until,
        updated_at: now,
      })
      .where(eq(hooks.id, id))
      .returning(),
  );

/** Returns the hook if it existed. */
export const deleteHook = ({ id }: HookRow): Statement<HookRow> =>
  statement(build.delete(hooks).where(eq(hooks.id, id)).returning());

/** The columns by which a hook names its owner. */
export const hookPlaceOf = (owner: HookOwner): { project_id: number | null; group_id: number | null } => ({
  project_id: owner.kind === "project" ? owner.id : null,
  group_id: owner.kind === "group" ? owner.id : null,
});

/** The columns by which an event names the owner. */
export const eventPlaceOf = (owner: HookOwner): { project_id?: number; namespace_id?: number } => {
  switch (owner.kind) {
    case "project":
      return { project_id: owner.id };
    case "group":
      return { namespace_id: owner.id };
    case "server":
      return {};
  }
};

/** True if the hook exists and one of the columns differs. */
export const changesHook = ({ id }: HookRow, changes: HookChanges): SQL => changesRow(hooks, id, changes);

export const hasHook = ({ id }: HookRow): SQL => sql`exists (select 1 from hooks where id = ${id})`;
