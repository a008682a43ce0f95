// Task lists in a description: `- [ ] to do`, `* [x] done`, `1. [ ] to do`.
import { taskNote } from "../issuables/system-notes.ts";

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

function withoutTicks(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { open, start } of placesIn(text)) {
    parts.push(text.slice(end, open), "[ ] ");
    end = start;
  }
  return (parts.join("") + text.slice(end)).trimEnd();
}

function tasksIn(text: string): TaskChange[] {
  return placesIn(text).map(({ open, start }) => {
    LINE_END.lastIndex = start;
    const end = LINE_END.exec(text)?.index ?? text.length;
    return { task: text.slice(start, end).trimEnd(), completed: isTicked(text, open) };
  });
}

const LINE_END = /[\n\r\u2028\u2029]/g;

/** The number of tasks, and of those that are ticked. */
export function countTasks(text: string): { count: number; completed_count: number } {
  let [count, completed] = [0, 0];
  findTasks(text, (open) => {
    count += 1;
    if (isTicked(text, open)) completed += 1;
  });
  return { count, completed_count: completed };
}

const isTicked = (text: string, open: number): boolean => text[open + 1] !== " ";

interface TaskPlace {
  /** Index of the opening bracket. */
  readonly open: number;
  /** Index of the task's first character, which is not white space. */
  readonly start: number;
}

function placesIn(text: string): TaskPlace[] {
  const places: TaskPlace[] = [];
  findTasks(text, (open, start) => places.push({ open, start }));
  return places;
}

/**
 * Looks from bracket to bracket, because few lines have one. Each look behind ends at the bracket before, so that the work
 * is linear.
 */
function findTasks(text: string, found: (open: number, start: number) => void): void {
  for (let open = text.indexOf("["); open >= 0; open = text.indexOf("[", open + 1)) {
    if (text[open + 2] !== "]" || !isTick(text[open + 1]) || !followsBullet(text, open)) continue;
    let start = open + 3;
    while (isBlank(text[start])) start += 1;
    if (start > open + 3 && start < text.length && !SPACE.test(text.charAt(start))) found(open, start);
  }
}

const SPACE = /\s/;
const isTick = (character: string | undefined): boolean => character === " " || character === "x" || character === "X";
const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9";

/** True if the line before the index is a bullet, or a number with a dot, and blanks. */
function followsBullet(text: string, open: number): boolean {
  let at = open - 1;
  while (isBlank(text[at])) at -= 1;
  if (at === open - 1) return false;
  if (text[at] === ".") {
    const dot = at;
    at -= 1;
    while (isDigit(text[at])) at -= 1;
    if (at === dot - 1) return false;
  } else if (text[at] === "-" || text[at] === "+" || text[at] === "*") at -= 1;
  else return false;
  while (isBlank(text[at])) at -= 1;
  return at < 0 || isLineEnd(text[at]);
}

const isLineEnd = (character: string | undefined): boolean =>
  character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029";

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
