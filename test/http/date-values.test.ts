// Dates are read as Ruby reads them: ruby-dates.txt has Ruby's own answers, written by ruby-dates.rb.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { castDate, parseDateTime } from "../../src/http/date-values.ts";
import { cases } from "../support/sample.ts";

const [heading = "", ...lines] = readFileSync(join(import.meta.dirname, "ruby-dates.txt"), "utf8")
  .trimEnd()
  .split("\n");
const today = new Date(`${/today (.+)/.exec(heading)?.[1]}T12:00:00Z`);

const answers = lines.map((line) => {
  const [text = "", cast, date, instant] = line.split("\t");
  return { text, cast, date, instant };
});

test("the table of Ruby's answers exists", () => {
  expect({ heading, many: answers.length > 150 }).toEqual({
    heading: expect.stringMatching(/^# ruby \d+\.\d+\.\d+, today \d{4}-\d\d-\d\d$/),
    many: true,
  });
});

test.each(answers)("$text is stored as the date $cast", ({ text, cast }) => {
  expect(castDate(text) ?? "-").toBe(cast);
});

test.each(answers)("$text is the instant $instant", ({ text, date, instant }) => {
  expect(parseDateTime(text, today) ?? { date: "-", instant: "-" }).toEqual({ date, instant });
});

test.each([
  ["2020-005T10:20:30Z", "2020-01-05T10:20:30.000Z"],
  ["2020-W02-3T10:20:30Z", "2020-01-08T10:20:30.000Z"],
  ["2020W023T1020+0200", "2020-01-08T08:20:00.000Z"],
  ["2020-01-05T10", "2020-01-05T10:00:00.000Z"],
  ["2020-01-05T1020Z", "2020-01-05T10:20:00.000Z"],
  ["20200105, 10:20", "2020-01-05T10:20:00.000Z"],
  ["10:20:30 Jan 5 2020", "2020-01-05T10:20:30.000Z"],
])("%s, which Ruby misreads, is the instant %s", (text, instant) => {
  expect(parseDateTime(text, today)?.instant).toBe(instant);
});

test.each([
  "H31.04.30",
  "W02",
  "W02-3",
  "--01-05",
  "'20",
  "5th",
  "20200105 1020",
  "x2020-01-05",
  "T2020-01-05",
  "sat 2020–01–05",
  "2020-01/05",
  "2020/005",
  "2020-05",
])("%s is not a date", (text) => {
  expect([castDate(text), parseDateTime(text, today)]).toEqual([null, undefined]);
});

test.each([
  ["pieces of dates", datePiece],
  ["any characters", anyCharacter],
])("texts of %s are a date of the calendar, or none", (_, piece) => {
  const random = randomNumbers(20_200_105);
  for (let i = 0; i < cases(5_000); i++) {
    const text = randomText(piece, random);
    const cast = castDate(text);
    const { date = null, instant = null } = parseDateTime(text, today) ?? {};
    const valid = isDate(cast) && isDate(date) && isInstant(instant);
    const unread = cast === null && date === null && instant === null;
    expect({ text, cast, date, instant, valid, unread }).toMatchObject({
      valid: true,
      unread: unread || Buffer.byteLength(text) > 128,
    });
  }
});

const isDate = (date: string | null) => date === null || isInstant(`${date}T00:00:00.000Z`);

const isInstant = (instant: string | null) =>
  instant === null || (/^\d{4}-/.test(instant) && new Date(instant).toISOString() === instant);

type Random = (below: number) => number;

/** The same numbers for the same seed: a linear congruential generator with the constants of Numerical Recipes. */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** 0 to 200 characters, more often few. */
function randomText(piece: (random: Random) => string, random: Random): string {
  const length = random(1 + random(201));
  let text = "";
  while (text.length < length) text += piece(random);
  return text.slice(0, length);
}

function datePiece(random: Random): string {
  const digits = String(random(10 ** (1 + random(9))));
  const pieces = [..."-/.:,+ '()TZWhm", " ", "jan", "December", "mon", "am", "p.m.", "th", "UTC", "EST", "BC"];
  return random(2) === 0 ? digits : (pieces[random(pieces.length)] ?? "");
}

function anyCharacter(random: Random): string {
  return String.fromCharCode(random(random(2) === 0 ? 128 : 65_536));
}
