// Dates are read as Ruby reads them: ruby-dates.txt has Ruby's own answers, written by ruby-dates.rb.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { castDate, parseDateTime } from "../../src/http/date-values.ts";

const [heading = "", ...lines] = readFileSync(join(import.meta.dirname, "ruby-dates.txt"), "utf8")
  .trimEnd()
  .split("\n");
const today = new Date(`${/today (.+)/.exec(heading)?.[1]}T12:00:00Z`);

const cases = lines.map((line) => {
  const [text = "", cast, date, instant] = line.split("\t");
  return { text, cast, date, instant };
});

test("the table of what Ruby answers is there", () => {
  expect({ heading, many: cases.length > 150 }).toEqual({
    heading: expect.stringMatching(/^# ruby \d+\.\d+\.\d+, today \d{4}-\d\d-\d\d$/),
    many: true,
  });
});

test.each(cases)("$text is stored as the date $cast", ({ text, cast }) => {
  expect(castDate(text) ?? "-").toBe(cast);
});

test.each(cases)("$text is the instant $instant", ({ text, date, instant }) => {
  expect(parseDateTime(text, today) ?? { date: "-", instant: "-" }).toEqual({ date, instant });
});

describe("a text of 128 bytes", () => {
  test.each([
    ["digits", "1".repeat(128)],
    ["letters", "a".repeat(128)],
    ["separators", "-".repeat(128)],
    ["spaces between digits", "1 ".repeat(64)],
    ["times", "1:".repeat(64)],
    ["a zone that does not end", `10:20 ${"a ".repeat(61)}`],
    ["months", `${"jan ".repeat(32)}`],
  ])("of %s is read in less than 20 ms of CPU time", (_, text) => {
    const before = process.cpuUsage();
    for (let i = 0; i < 100; i++) parseDateTime(text, today);
    const { user } = process.cpuUsage(before);
    expect(user / 100 / 1000).toBeLessThan(20);
  });
});
