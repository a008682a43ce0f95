// Notification settings of users: global, of a group, of a project.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { NotificationLevel } from "../../schema/notifications.ts";
import { execute, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type GroupKey, namedGroupId } from "../groups/row.ts";
import { usersOfProject } from "../members/members.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import { viewerColumns } from "../viewer/viewer.ts";
import { type EventRange, isInRange } from "./facts.ts";

/** The scope of a setting; `all` is the global one. */
export type SettingScope =
  | { readonly kind: "all" }
  | { readonly kind: "group"; readonly id: number }
  | { readonly kind: "project"; readonly id: number };

/** The levels without a stored setting. */
const defaults = { all: "participating", group: "global", project: "global" } as const;

const settingColumns = (kind: SettingScope["kind"]) => ({
  level: sql<NotificationLevel>`coalesce(s.level, ${sql.raw(`'${defaults[kind]}'`)})`,
  /** JSON array of the events that level `custom` notifies about. */
  events: sql<string>`coalesce(s.events, '[]')`,
});

export type SettingRow = RowOf<ReturnType<typeof settingColumns>>;

const isOfAll = (row: string): SQL => sql.raw(`${row}.group_id is null and ${row}.project_id is null`);

const globalTemplate = selectWith(
  [viewerCte],
  { ...viewerColumns, ...settingColumns("all"), email: sql<string | null>`u.email` },
  sql`from viewer left join users u on u.id = viewer_id
    left join notification_settings s on s.user_id = viewer_id and ${isOfAll("s")}`,
);

/** The viewer, their e-mail address and their global setting: always one row. */
export const findGlobalSetting = (viewer: ViewerKey): Statement<RowOf<typeof viewerColumns> & GlobalSettingRow> =>
  globalTemplate.with({ ...viewer });

export interface GlobalSettingRow extends SettingRow {
  /** Null for anonymous viewers. */
  readonly email: string | null;
}

const groupTemplate = selectWith(
  [viewerCte],
  settingColumns("group"),
  sql`from viewer left join notification_settings s on s.group_id = ${namedGroupId} and s.user_id = viewer_id`,
);

/** The viewer's setting of a group, visible or not: always one row. */
export const findGroupSetting = (viewer: ViewerKey, key: GroupKey): Statement<SettingRow> =>
  groupTemplate.with({ ...viewer, ...key });

const projectTemplate = selectWith(
  [viewerCte],
  settingColumns("project"),
  sql`from viewer left join notification_settings s on s.project_id = ${namedProjectId} and s.user_id = viewer_id`,
);

/** As {@link findGroupSetting}, for a project. */
export const findProjectSetting = (viewer: ViewerKey, key: ProjectKey): Statement<SettingRow> =>
  projectTemplate.with({ ...viewer, ...key });

export interface SettingChanges {
  /** Undefined leaves it unchanged. */
  readonly level: NotificationLevel | undefined;
  /** Events to add and to remove; both apply at level `custom` only. */
  readonly on: readonly string[];
  readonly off: readonly string[];
}

const keys = {
  all: sql`(user_id) where group_id is null and project_id is null`,
  group: sql`(group_id, user_id) where group_id is not null`,
  project: sql`(project_id, user_id) where project_id is not null`,
};

/** Inserts or updates a setting, and returns it. Any level but `custom` clears the events. */
export function saveSetting(
  place: SettingScope,
  userId: number,
  { level, on, off }: SettingChanges,
  now: string,
): Statement<SettingRow> {
  const groupId = place.kind === "group" ? place.id : null;
  const projectId = place.kind === "project" ? place.id : null;
  const first = level === "custom" ? JSON.stringify(on) : "[]";
  return execute(sql`insert into notification_settings (user_id, group_id, project_id, level, events, updated_at)
    values (${userId}, ${groupId}, ${projectId}, ${level ?? defaults[place.kind]}, ${first}, ${now})
    on conflict ${keys[place.kind]} do update set
      level = coalesce(${level ?? null}, level),
      events = case when coalesce(${level ?? null}, level) = 'custom' then (select json_group_array(value) from (
          select value from json_each(notification_settings.events)
            where value not in (select value from json_each(${JSON.stringify(off)}))
          union select value from json_each(${JSON.stringify(on)})))
        else '[]' end,
      updated_at = ${now}
    returning level, events`);
}

/** For user `chosen_id` and project `p`: the effective setting is the first of these that is not `global`. */
const countingSettings = sql`
  left join notification_settings ps on ps.project_id = p.id and ps.user_id = chosen_id and ps.level <> 'global'
  left join notification_settings gs on gs.group_id = p.namespace_id and gs.user_id = chosen_id and gs.level <> 'global'
  left join notification_settings al on al.user_id = chosen_id and ${isOfAll("al")}`;

const countingLevel = sql<
  Exclude<NotificationLevel, "global">
>`coalesce(ps.level, gs.level, al.level, 'participating')`;
const countingEvents = sql<string>`coalesce(ps.events, gs.events, al.events, '[]')`;

const countingColumns = {
  user_id: sql<number>`chosen_id`,
  level: countingLevel,
  /** JSON array of the events that level `custom` notifies about. */
  events: countingEvents,
};

/** The effective setting of a user in a project. */
export type CountingSettingRow = RowOf<typeof countingColumns>;

const countingTemplate = selectWith(
  [sql`chosen as (select value as chosen_id from json_each(${sql.placeholder("user_ids")}))`],
  countingColumns,
  sql`from projects p cross join chosen ${countingSettings} where p.id = ${sql.placeholder("project_id")}`,
);

/** The effective settings of the users: one row for each. */
export const listCountingSettings = (projectId: number, userIds: readonly number[]): Statement<CountingSettingRow> =>
  countingTemplate.with({ project_id: projectId, user_ids: JSON.stringify(userIds) });

const projectId = sql.placeholder("project_id");

/**
 * Without events in the range `viewer` is empty, which ends the search for users. The global setting applies to members
 * of the project only: nobody watches all public projects by it.
 */
const watchersTemplate = selectWith(
  [
    sql`viewer as materialized (select ${sql.placeholder("today")} as viewer_today
      where exists (select 1 from events e where ${isInRange("e")}))`,
    sql`chosen as (
      select s.user_id as chosen_id from viewer cross join notification_settings s
        where s.project_id = ${projectId} and s.level <> 'global'
      union select s.user_id from viewer cross join projects sp cross join notification_settings s
        on s.group_id = sp.namespace_id and s.level <> 'global' where sp.id = ${projectId}
      union select belonging_id from (${usersOfProject(projectId)}))`,
  ],
  { user_id: sql<number>`chosen_id` },
  sql`from projects p cross join chosen ${countingSettings} where p.id = ${projectId}
    and (${countingLevel} = 'watch' or (${countingLevel} = 'custom' and ${countingEvents} <> '[]'))`,
);

/**
 * Users to notify of a project's events without taking part in them: those who watch it, and those with custom events.
 * Does not check whether they may see the issuables. No rows if there is no event after the position.
 * @param today `YYYY-MM-DD`
 */
export const listWatchers = ({ project_id, after }: EventRange, today: string): Statement<{ user_id: number }> =>
  watchersTemplate.with({ project_id, after, today });
