// Which labels a target carries.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../statement.ts";
import { type AnyTargetKey, targetExists } from "./targets.ts";

/** @param titles JSON array */
const wanted = ({ project_id }: AnyTargetKey, titles: string): SQL =>
  sql`select l.id from labels l where l.project_id = ${project_id} and l.title in (select value from json_each(${titles}))`;

const carried = ({ type, id }: AnyTargetKey): SQL =>
  sql`select ll.label_id from label_links ll where ll.target_type = ${type} and ll.target_id = ${id}`;

/** The labels that {@link setLabels} is about to add, column `id`. @param titles JSON array */
export const addedLabelIds = (target: AnyTargetKey, titles: string): SQL =>
  sql`${wanted(target, titles)} and l.id not in (${carried(target)})`;

const removed = (target: AnyTargetKey, titles: string): SQL =>
  sql`${carried(target)} and ll.label_id not in (${wanted(target, titles)})`;

/** Whether the target does not carry just these labels yet. @param titles JSON array */
export const labelsDiffer = (target: AnyTargetKey, titles: string): SQL =>
  sql`(${targetExists(target)} and (exists (${addedLabelIds(target, titles)}) or exists (${removed(target, titles)})))`;

/** Leaves the target with just these labels, as far as there are such. @param titles JSON array */
export const setLabels = (target: AnyTargetKey, titles: string): Statement[] => [
  execute(sql`delete from label_links where target_type = ${target.type} and target_id = ${target.id}
    and label_id not in (${wanted(target, titles)})`),
  execute(sql`insert into label_links (target_type, target_id, label_id)
    select ${target.type}, ${target.id}, id from (${addedLabelIds(target, titles)}) where ${targetExists(target)}`),
];

const list = (ids: SQL, name: string): SQL => sql`(select group_concat('~' || ${sql.raw(name)}, ' ') from (${ids}))`;

/** What {@link setLabels} is about to do: `added ~1 ~2 and removed ~3 labels`. @param titles JSON array */
export const labelChange = (target: AnyTargetKey, titles: string): SQL<string> => {
  const [more, less] = [addedLabelIds(target, titles), removed(target, titles)];
  return sql<string>`(select coalesce('added ' || plus, '') || case when plus is not null and minus is not null then ' and ' else '' end
      || coalesce('removed ' || minus, '') || case when size = 1 then ' label' else ' labels' end
    from (select ${list(more, "id")} as plus, ${list(less, "label_id")} as minus,
      (select count(*) from (${more})) + (select count(*) from (${less})) as size))`;
};
