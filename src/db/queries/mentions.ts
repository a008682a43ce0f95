// Who is mentioned in a text, the todos that makes, and the issues and merge requests it refers to.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, readableTarget, unexpired, visibleGroup } from "../../permissions/visible.ts";
import type { TargetType, TextType } from "../schema/targets.ts";
import { execute, type Statement } from "../statement.ts";
import type { Authorship } from "./events.ts";
import { usersOfProject } from "./members.ts";
import { type AnyTargetKey, targetExists, targetTable } from "./targets.ts";

/** A text of a target: its description, its title, or a note under it. */
export interface TextSource {
  readonly type: TextType;
  /** Of the target or the note; or how to find one that this batch has just given out. */
  readonly id: number | SQL<number>;
  readonly target: AnyTargetKey;
}

/** The target or the note may have been deleted since it was found. */
const sourceExists = ({ type, id, target }: TextSource): SQL =>
  type === "Note"
    ? sql`${targetExists(target)} and exists (select 1 from notes where id = ${id})`
    : targetExists(target);

/** Texts that are one to the reader: a title, and what stands below. */
const alike = ({ type, target }: TextSource): SQL =>
  type === "Note" ? sql`('Note')` : sql`(${target.type}, ${`${target.type}Title`})`;

/**
 * `mentioned`: the users that names stand for, each once. `all` is everybody who belongs to the project, a group's path
 * its members, if the writer may see the group.
 * @param names JSON array of {name, direct}
 */
function mentionedCte(names: string, projectId: number, { actorId, now }: Authorship): SQL {
  return sql`viewer as materialized ${asViewers(sql`select ${actorId}`, now.slice(0, 10))},
    named_ones as materialized (
      select json_extract(j.value, '$.name') as named_name, json_extract(j.value, '$.direct') as named_directly
      from json_each(${names}) j),
    mentioned as materialized (
      select mentioned_id, max(mentioned_directly) as mentioned_directly from (
        select u.id as mentioned_id, named_directly as mentioned_directly
          from named_ones cross join users u on lower(u.username) = named_name where u.state = 'active'
        union all select belonging_id, named_directly
          from named_ones cross join (${usersOfProject(projectId)}) where named_name = 'all'
        union all select tm.user_id, named_directly from named_ones
          cross join namespaces t on lower(t.path) = named_name and t.kind = 'group'
          cross join viewer on ${visibleGroup("t")}
          cross join group_members tm on tm.group_id = t.id and ${sql.raw(unexpired("tm"))})
      group by mentioned_id)`;
}

/**
 * Todos for those a text mentions and did not mention before, as far as they may read the target. Goes before
 * {@link insertMentions}. Who has a pending todo there keeps that one.
 * @param names JSON array of {name, direct}
 */
export function insertMentionTodos(source: TextSource, names: string, authorship: Authorship): Statement {
  const { target } = source;
  const { actorId, now } = authorship;
  const noteId = source.type === "Note" ? source.id : null;
  return execute(sql`with ${mentionedCte(names, target.project_id, authorship)}
    insert into todos (user_id, project_id, target_type, target_id, author_id, action, note_id, created_at, updated_at)
    select viewer_id, i.project_id, ${target.type}, i.id, ${actorId},
      case mentioned_directly when 1 then 'directly_addressed' else 'mentioned' end, ${noteId}, ${now}, ${now}
    from mentioned cross join ${asViewers(sql`select mentioned_id from mentioned`, now.slice(0, 10))} on viewer_id = mentioned_id
      cross join ${targetTable(target.type)} i on i.id = ${target.id}
      cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
    where ${readableTarget(target.type, "i", "p", "n")} and not exists (select 1 from mentions before
      where before.source_type in ${alike(source)} and before.source_id = ${source.id} and before.user_id = viewer_id)
    on conflict do nothing`);
}

/**
 * Keeps who is mentioned in a text, for as long as the text says so.
 * @param names JSON array of {name, direct}
 */
export function insertMentions(source: TextSource, names: string, authorship: Authorship): Statement {
  const { target } = source;
  return execute(sql`with ${mentionedCte(names, target.project_id, authorship)}
    insert into mentions (source_type, source_id, user_id, project_id, target_type, target_id)
    select ${source.type}, ${source.id}, mentioned_id, ${target.project_id}, ${target.type}, ${target.id}
    from mentioned where ${sourceExists(source)}
    on conflict do nothing`);
}

/** Forgets whom a text mentions no longer: all but those `names` stand for. */
export function deleteOldMentions(source: TextSource, names: string, authorship: Authorship): Statement {
  return execute(sql`with ${mentionedCte(names, source.target.project_id, authorship)}
    delete from mentions where source_type = ${source.type} and source_id = ${source.id}
      and user_id not in (select mentioned_id from mentioned)`);
}

/**
 * To follow the project `sp` a text is in, and its namespace `sn`: each target `i` of a type the text refers to, with its
 * project `p`, its namespace `n` and its reference `j`.
 * @param references JSON array of {namespace, project, iid}, null for those of the text
 */
export const referredTargets = (type: TargetType, references: SQL): SQL =>
  sql`cross join json_each(${references}) j
      cross join namespaces n on n.id = case when json_extract(j.value, '$.namespace') is null then sn.id
        else (select x.id from namespaces x where lower(x.path) = lower(json_extract(j.value, '$.namespace'))) end
      cross join projects p on p.id = case when json_extract(j.value, '$.project') is null then sp.id
        else (select y.id from projects y where y.namespace_id = n.id and lower(y.path) = lower(json_extract(j.value, '$.project'))) end
      cross join ${targetTable(type)} i on i.project_id = p.id and i.iid = json_extract(j.value, '$.iid')`;

/**
 * A note under each target of a type a text refers to, if the writer may see it; one for each target that refers to it. It
 * does not touch what it is under, or its updated_at would tell of a thing not everybody sees.
 * @param references JSON array of {namespace, project, iid}, null for those of the text
 */
export function insertCrossReferences(
  { target }: TextSource,
  type: TargetType,
  references: string,
  { actorId, now }: Authorship,
): Statement {
  const { word, sign } = called[target.type];
  return execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, cross_reference,
      reference_type, reference_id, created_at, updated_at)
    select i.project_id, ${type}, i.id, ${actorId}, ${`mentioned in ${word} `} || ${referenceFrom("s", "p", sign)}, 1, 1,
      ${target.type}, s.id, ${now}, ${now}
    from ${targetTable(target.type)} s cross join projects sp on sp.id = s.project_id cross join namespaces sn on sn.id = sp.namespace_id
      ${referredTargets(type, sql`${references}`)}
      cross join ${asViewers(sql`select ${actorId}`, now.slice(0, 10))}
    where s.id = ${target.id} and ${type === target.type ? sql`i.id <> s.id` : sql`1`} and ${readableTarget(type, "i", "p", "n")}
    on conflict do nothing`);
}

const called = {
  Issue: { word: "issue", sign: "#" },
  MergeRequest: { word: "merge request", sign: "!" },
} as const;

/**
 * How target `i` is called from project `from`: `#3`, `project#3` or `namespace/project#3`. Of `i` the statement has the
 * project as `<i>p` and the namespace as `<i>n`.
 */
export const referenceFrom = (i: string, from: string, sign: "#" | "!" = "#"): SQL<string> =>
  sql<string>`${pathFrom(`${i}p`, `${i}n`, from)} || ${sql.raw(`'${sign}' || ${i}.iid`)}`;

/** What stands before the sign: nothing in project `from` itself. */
export const pathFrom = (p: string, n: string, from: string): SQL<string> =>
  sql<string>`${sql.raw(`case when ${p}.id = ${from}.id then '' when ${p}.namespace_id = ${from}.namespace_id then ${p}.path
    else ${n}.path || '/' || ${p}.path end`)}`;
