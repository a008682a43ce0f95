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
const addedLabelIds = (target: AnyTargetKey, titles: string): SQL =>
  sql`${wanted(target, titles)} and l.id not in (${carried(target)})`;

/** Leaves the target with just these labels, as far as there are such. @param titles JSON array */
export const setLabels = (target: AnyTargetKey, titles: string): Statement[] => [
  execute(sql`delete from label_links where target_type = ${target.type} and target_id = ${target.id}
    and label_id not in (${wanted(target, titles)})`),
  execute(sql`insert into label_links (target_type, target_id, label_id)
    select ${target.type}, ${target.id}, id from (${addedLabelIds(target, titles)}) where ${targetExists(target)}`),
];
