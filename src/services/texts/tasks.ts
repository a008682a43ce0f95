// Task lists in a description: `- [ ] to do`, `* [x] done`.

const TASK = /^([ \t]*(?:[-+*]|\d+\.)[ \t]+)\[( |x|X)\][ \t]+(\S.*)$/gm;

export interface TaskChange {
  readonly task: string;
  readonly completed: boolean;
}

/** The tasks ticked or cleared, if a text was changed by nothing else; otherwise null. */
export function taskChanges(before: string, after: string): TaskChange[] | null {
  if (withoutTicks(before) !== withoutTicks(after)) return null;
  const old = tasksIn(before);
  return tasksIn(after).filter(({ completed }, at) => old[at]?.completed !== completed);
}

const withoutTicks = (text: string): string => text.replace(TASK, "$1[ ] $3").trimEnd();

const tasksIn = (text: string): TaskChange[] =>
  [...text.matchAll(TASK)].map(([, , tick, task]) => ({ task: task?.trimEnd() ?? "", completed: tick !== " " }));
