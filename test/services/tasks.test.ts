// Task lists: what of one was ticked or cleared by an edit.
import { describe, expect, test } from "vitest";
import { taskChanges } from "../../src/services/texts/tasks.ts";
import { cpuTime } from "../support/cpu-time.ts";

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
    ["that changes the letter only", list.replace("[x]", "[X]"), []],
    ["that drops the last line feed only", list.trimEnd(), []],
    ["that changes nothing", list, []],
  ])("%s, of ticks alone, tells of them", (_, after, changes) => {
    expect(taskChanges(list, after)).toEqual(changes);
  });

  test.each([
    ["a task's words", list.replace("first", "next")],
    ["other text", list.replace("To do", "Done")],
    ["ticks and text", list.replace("[ ] first", "[x] first").replace("To do", "Done")],
    ["how many tasks there are", `${list}- [ ] fifth\n`],
  ])("that changes %s is another", (_, after) => {
    expect(taskChanges(list, after)).toBeNull();
  });
});

test.each([
  ["- [] no box", "- [x] no box"],
  ["[ ] no list", "[x] no list"],
  ["- [ ]no space", "- [x]no space"],
])("%j is no task", (before, after) => {
  expect(taskChanges(before, after)).toBeNull();
});

test.each([
  ["line feeds", "\n"],
  ["spaces", " "],
  ["blank lines", " \n"],
  ["empty tasks", "- [ ] \t\n"],
  ["tasks", "- [ ] a b\n"],
  ["digits", "1"],
])("a megabyte of %s is read in less than seconds", (_, piece) => {
  const text = piece.repeat(Math.ceil(1_048_576 / piece.length));
  for (const hostile of [text, `${text}- [ ] a`, `- [ ] a${text}b`]) {
    const start = cpuTime();
    taskChanges(hostile, hostile);
    expect(cpuTime() - start).toBeLessThan(3_000);
  }
});
