// Tasks in a description are those lines that look like one, found in linear time.
import { expect, test } from "vitest";
import { countTasks, taskChanges } from "../../../src/services/texts/tasks.ts";
import { Random } from "../../git/random.ts";
import { cases } from "../../support/sample.ts";

/** What a task is, as an expression. */
const TASK = /^([ \t]*(?:[-+*]|\d+\.)[ \t]+)\[( |x|X)\][ \t]+(\S.*)$/gm;

const pieces = ["-", "+", "*", "1.", "12", ".", " ", "  ", "\t", "[ ]", "[x]", "[X]", "[", "]", "a task", "\n", "\r\n"];
const rare = ["\u2028", "\u00a0", "- [ ] do", "* [x] done", "é"];

const randomText = (random: Random) =>
  random.times(random.below(40), () => random.pick(random.chance(20) ? rare : pieces)).join("");

const tasksIn = (text: string) =>
  [...text.matchAll(TASK)].map(([, , tick, task]) => ({ task: task?.trimEnd() ?? "", completed: tick !== " " }));

test("tasks are counted as by the expression, in random texts", () => {
  let tasks = 0;
  for (let seed = 1; seed <= cases(3_000); seed++) {
    const text = randomText(new Random(seed));
    const expected = tasksIn(text);
    tasks += expected.length;
    expect({ seed, text, ...countTasks(text) }).toEqual({
      seed,
      text,
      count: expected.length,
      completed_count: expected.filter(({ completed }) => completed).length,
    });
  }
  expect(tasks).toBeGreaterThan(cases(3_000) / 10);
});

test("ticking all tasks of a random text changes those that were open, and nothing else", () => {
  for (let seed = 1; seed <= cases(1_000); seed++) {
    const text = randomText(new Random(seed));
    const ticked = text.replace(TASK, "$1[x] $3");
    const open = tasksIn(text).filter(({ completed }) => !completed);
    expect({ seed, text, changes: taskChanges(text, ticked) }).toEqual({
      seed,
      text,
      changes: open.map(({ task }) => ({ task, completed: true })),
    });
    expect({ seed, text, changes: taskChanges(text, `${ticked}more`) }).toMatchObject({ changes: null });
  }
});
