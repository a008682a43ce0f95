// Durations: parsing and formatting.
import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/services/time-tracking/duration.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 28_800;
const WEEK = 144_000;
const MONTH = 864_000;
const YEAR = 31_557_600;

const LONGEST = 2_147_483_647;

describe("parsing accepts", () => {
  test.each([
    [1, "s sec secs second seconds"],
    [MINUTE, "m min mins minute minutes"],
    [HOUR, "h hr hrs hour hours"],
    [DAY, "d dy day days"],
    [WEEK, "w wk wks week weeks"],
    [MONTH, "mo mos month months"],
    [YEAR, "y yr yrs year years"],
  ])("units of %i seconds: %s", (seconds, spellings) => {
    for (const unit of spellings.split(" ")) {
      const read = [`3${unit}`, `3 ${unit}`, `3 ${unit.toUpperCase()}`, unit, `-3${unit}`].map(parseDuration);
      expect({ unit, read }).toEqual({
        unit,
        read: [3 * seconds, 3 * seconds, 3 * seconds, seconds, -3 * seconds],
      });
    }
  });

  test.each([
    ["1h 30m", 5_400],
    ["1h30m", 5_400],
    ["  1h \t 30m\n", 5_400],
    ["30m 1h", 5_400],
    ["1h 1h", 2 * HOUR],
    ["3w 1h", 435_600],
    ["1y 2mo 3w 4d 5h 6m 7s", YEAR + 2 * MONTH + 3 * WEEK + 4 * DAY + 5 * HOUR + 6 * MINUTE + 7],
    ["1 hour and 30 minutes", 5_400],
    ["1 hour with 30 minutes", 5_400],
    ["1 hour plus 30 minutes", 5_400],
    ["1 hour, 30 minutes", 5_400],
    ["1 hour , 30 minutes", 5_400],
    ["1h,30m", 5_400],
    ["1 hour, 2 minutes, and 3 seconds", HOUR + 2 * MINUTE + 3],
    ["1h,", HOUR],
    ["and 1h", HOUR],
    ["0h 5m", 5 * MINUTE],
    ["007m", 7 * MINUTE],
  ])("several parts: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    ["1.5h", 5_400],
    ["0.5d", 4 * HOUR],
    [".5h", 1_800],
    ["1.25 minutes", 75],
    ["1.15h", 4_140],
    ["0.1h", 360],
    ["1.50h", 5_400],
    ["0.333h", 1_198],
    ["1.9s", 1],
    ["-1.9s", -1],
    ["0.5s 0.5s", 1],
    ["0.4s", 0],
  ])("decimals, cut to whole seconds: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    ["2", 2 * HOUR],
    ["1.5", 5_400],
    ["-2", -2 * HOUR],
    ["two", 2 * HOUR],
    ["1d 2", DAY + 2 * HOUR],
    ["1h 30", 31 * HOUR],
  ])("a number without a unit as hours: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    ["hour", HOUR],
    ["day 2h", DAY + 2 * HOUR],
    ["minute 30sec", 90],
    ["-week", -WEEK],
    ["and hour", HOUR],
    ["h1m", HOUR + MINUTE],
  ])("a leading unit as one of it: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    ["1:30", 90],
    ["0:05", 5],
    ["90:00", 90 * MINUTE],
    ["1:30:00", 5_400],
    ["01:02:03", HOUR + 2 * MINUTE + 3],
    ["1 : 30", 90],
    ["1.5:30", 120],
    ["-1:30", -90],
    ["one:thirty", 90],
    ["1:0:0:0", DAY],
    ["1:2:0:0:0:0", YEAR + 2 * MONTH],
    ["1h 1:30", HOUR + 90],
  ])("clock time: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  const numbers =
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";

  test.each(numbers.split(" ").map((word, number) => [word, number] as const))("%s", (word, number) => {
    expect(parseDuration(`${word} minutes`)).toBe(number * MINUTE);
  });

  test.each(
    "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, i) => [word, 10 * (i + 2)] as const),
  )("%s and its compounds", (word, number) => {
    const read = [`${word} m`, `${word} five m`, `${word}-nine m`, `${word.toUpperCase()} ONE M`].map(parseDuration);
    expect(read).toEqual([number, number + 5, number + 9, number + 1].map((minutes) => minutes * MINUTE));
  });

  test.each([
    ["hundred seconds", 100],
    ["one hundred seconds", 100],
    ["two hundred and five seconds", 205],
    ["nine hundred ninety-nine seconds", 999],
    ["a thousand seconds", null],
    ["thousand seconds", 1_000],
    ["one thousand two hundred thirty four seconds", 1_234],
    ["two thousand and one seconds", 2_001],
    ["five hundred thousand seconds", 500_000],
    ["one hundred and five thousand seconds", 105_000],
    ["one million two hundred thousand and six seconds", 1_200_006],
    ["two thousand million milliseconds", null],
    ["one thousand thousand seconds", 1_000_000],
    ["3 hundred seconds", 300],
    ["two and a half hours", 9_000],
    ["2 and a half hours", 9_000],
    ["one hour and thirty minutes", 5_400],
    ["twenty minutes plus five", 20 * MINUTE + 5 * HOUR],
    ["five hours, twenty five minutes", 5 * HOUR + 25 * MINUTE],
    ["-two-hours", -2 * HOUR],
  ])("English numbers: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each(["0", "0h", "-0", "-0h", "0:00", "zero days", "0.0s"])("zero: %j", (text) => {
    expect(parseDuration(text)).toBe(0);
  });
});

describe("parsing refuses", () => {
  test.each(["", " ", "-", "and", ",", ":", ".", "- and"])("a text without a number or a unit: %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each([
    "tomorrow",
    "1 fortnight",
    "1h or 2h",
    "an hour",
    "half an hour",
    "2 hoursx",
    "5ms",
    "1 M!",
    "none",
    "twentyhours",
    "1e3h",
    "0x10h",
    "1_000s",
    "¼h",
    "٣h",
    "1h\u0000",
    "__proto__",
    "constructor",
  ])("a text with another word: %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each(["--1h", "+1h", "1h -30m", "1-2h", "2h-", "1h -"])("a sign that is not at the start: %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each(["1,5h", "1,000s", "2,", ",2h", "1h,,2h", "5.", "1.2.3h", "..5h"])(
    "a misplaced comma or point: %j",
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test.each(["1:", ":30", "1::30", "1:30h", "1:h", "1:2:3:4:5:6:7", "1:-30"])("a malformed clock time: %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each(["2 30m", "1 000 s", "2 and 3 hours", "1h m", "3 minutes hours", "5m s"])(
    "a number without a unit or a unit without a number: %j",
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test("durations beyond the limit of GitLab's columns", () => {
    expect([`${LONGEST}s`, `-${LONGEST}s`].map(parseDuration)).toEqual([LONGEST, -LONGEST]);
    const tooLong = [`${LONGEST + 1}s`, `-${LONGEST + 1}s`, "69y", "99999999999999999999", "nine trillion years"];
    expect([...tooLong, `${"9".repeat(254)}s`, `1:${"9".repeat(200)}`].map(parseDuration)).toEqual(
      [...tooLong, "", ""].map(() => null),
    );
  });

  test("texts of more than 255 characters", () => {
    const longest = `1h${" ".repeat(253)}`;
    expect([longest, `${longest} `].map(parseDuration)).toEqual([3_600, null]);
  });

  test("texts beyond the length limit, without parsing them", () => {
    expect(["1h ".repeat(100_000), "9".repeat(1_000_000), "1:".repeat(500_000)].map(parseDuration)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("formatting shows", () => {
  test.each([
    [1, "1s"],
    [59, "59s"],
    [60, "1m"],
    [3_599, "59m 59s"],
    [HOUR, "1h"],
    [5_400, "1h 30m"],
    [DAY - 1, "7h 59m 59s"],
    [28_800, "1d"],
    [4 * DAY, "4d"],
    [144_000, "1w"],
    [435_600, "3w 1h"],
    [576_000, "1mo"],
    [MONTH, "1mo 2w"],
    [WEEK + DAY + HOUR + MINUTE + 1, "1w 1d 1h 1m 1s"],
    [HOUR + 1, "1h 1s"],
    [YEAR - 1, "54mo 3w 5h 59m 59s"],
    [31_557_600, "1y"],
    [YEAR + 1, "1y 1s"],
    [YEAR + 5 * DAY, "1y 5d"],
    // The remainder after a year exceeds the remainder after months of 30 days, so months of 4 weeks are used.
    [31_968_000, "55mo 2w"],
    [2 * YEAR + 30 * DAY, "111mo 1d 4h"],
  ])("%i as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test.each([
    [0, "0s"],
    [-HOUR, "-1h"],
    [-5_400, "-1h 30m"],
    [Number.MAX_SAFE_INTEGER, "15637498706mo 2d 7h 36m 31s"],
  ])("%i as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test.each([1, 59, 5_400, DAY, WEEK, 3 * WEEK + HOUR, -5_400])(
    "%i in a form that parses to the same value",
    (seconds) => {
      expect(parseDuration(formatDuration(seconds))).toBe(seconds);
    },
  );
});
