// Task lists in a description: `- [ ] to do`, `* [x] done`.
import { taskNote } from "../issuables/system-notes.ts";

const TASK = /^([ \t]*(?:[-+*]|\d+\.)[ \t]+)\[( |x|X)\][ \t]+(\S.*)$/gm;

export interface TaskChange {
  readonly task: string;
  readonly completed: boolean;
}

/** The tasks that were ticked or cleared, or null if anything else in the text changed. */
export function taskChanges(before: string, after: string): TaskChange[] | null {
  if (withoutTicks(before) !== withoutTicks(after)) return null;
  const old = tasksIn(before);
  return tasksIn(after).filter(({ completed }, at) => old[at]?.completed !== completed);
}

const withoutTicks = (text: string): string => text.replace(TASK, "$1[ ] $3").trimEnd();

const tasksIn = (text: string): TaskChange[] =>
  [...text.matchAll(TASK)].map(([, , tick, task]) => ({ task: task?.trimEnd() ?? "", completed: tick !== " " }));

/** The number of tasks, and of those that are ticked. */
export function countTasks(text: string): { count: number; completed_count: number } {
  const tasks = tasksIn(text);
  return { count: tasks.length, completed_count: tasks.filter(({ completed }) => completed).length };
}

/** Limits of the notes per edit and of the characters per task, because a statement carries at most 2 MB. */
const [MOST_TASKS, MOST_CHARACTERS] = [1_000, 255];

/** System notes for tasks that were ticked or cleared. None if anything else in the description changed. */
export function taskNotes(before: string | null, after: string | null | undefined): string[] {
  const changes = typeof after === "string" ? (taskChanges(before ?? "", after) ?? []) : [];
  return changes.slice(0, MOST_TASKS).map(({ task, completed }) => {
    const name = [...task].slice(0, MOST_CHARACTERS).join("");
    return taskNote(name, completed);
  });
}
