// Task lists: the tasks that an edit ticks or clears.
import { describe, expect, test } from "vitest";
import { taskChanges } from "../../src/services/texts/tasks.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { A_MEGABYTE, filled, MOST_TIME } from "./hostile-lengths.ts";

const list = "To do:\n\n- [ ] first\n* [x] second\n  + [X] third\n1. [ ] fourth\n";

describe("an edit", () => {
  test.each([
    ["that ticks one", list.replace("[ ] first", "[x] first"), [{ task: "first", completed: true }]],
    ["that clears one", list.replace("[X] third", "[ ] third"), [{ task: "third", completed: false }]],
    [
      "that does both",
      list.replace("[x] second", "[ ] second").replace("[ ] fourth", "[X] fourth"),
      [
        { task: "second", completed: false },
        { task: "fourth", completed: true },
      ],
    ],
    ["that changes only the letter", list.replace("[x]", "[X]"), []],
    ["that drops only the last line feed", list.trimEnd(), []],
    ["that changes nothing", list, []],
  ])("%s returns the changed tasks", (_, after, changes) => {
    expect(taskChanges(list, after)).toEqual(changes);
  });

  test.each([
    ["a task's text", list.replace("first", "next")],
    ["other text", list.replace("To do", "Done")],
    ["ticks and text", list.replace("[ ] first", "[x] first").replace("To do", "Done")],
    ["the number of tasks", `${list}- [ ] fifth\n`],
  ])("that changes %s returns null", (_, after) => {
    expect(taskChanges(list, after)).toBeNull();
  });
});

test.each([
  ["- [] no box", "- [x] no box"],
  ["[ ] no list", "[x] no list"],
  ["- [ ]no space", "- [x]no space"],
  ["- [ ] ", "- [x] "],
])("%j is not a task", (before, after) => {
  expect(taskChanges(before, after)).toBeNull();
});

test.each([
  ["line feeds", "\n"],
  ["spaces", " "],
  ["blank lines", " \n"],
  ["empty tasks", "- [ ] \t\n"],
  ["tasks", "- [ ] a b\n"],
  ["digits", "1"],
])(`${A_MEGABYTE} of %s takes less than ${MOST_TIME} ms of CPU time`, (_, piece) => {
  const text = filled(piece);
  for (const hostile of [text, `${text}- [ ] a`, `- [ ] a${text}b`]) {
    const start = cpuTime();
    taskChanges(hostile, hostile);
    expect(cpuTime() - start).toBeLessThan(MOST_TIME);
  }
});
