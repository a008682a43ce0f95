// Finds the parts of a date and of a time of day in a text, in the forms that Ruby's Date._parse takes.
import { zoneOffset } from "./zone-offsets.ts";

/** What a text says, unchecked: the thirty-second of a month is still a day here. */
export interface DateParts {
  year?: number;
  month?: number;
  day?: number;
  /** From 1. */
  yearDay?: number;
  weekYear?: number;
  week?: number;
  /** From Monday, 1. */
  isoWeekDay?: number;
  /** From Sunday, 0; a name. */
  weekDay?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** Seconds east of UTC. */
  offset?: number;
}

/** Ruby refuses longer texts. */
const LONGEST = 128;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEK_DAYS = "sun mon tue wed thu fri sat".split(" ");
/** The year before the first of each era. */
const ERAS: Readonly<Record<string, number>> = { m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 };

const MONTH = `(${MONTHS.join("|")})[^-\\d\\s']*`;
const YEAR = "('?-?\\d+)";
const ORDINAL = "(?:st|nd|rd|th)\\b";
/** Beside the name of a month: its day or the year. */
const NUMBER = `('?-?\\d+(?:${ORDINAL})?)`;
const ZONE =
  "((?:gmt|utc?)?[-+]\\d+(?:[,.]\\d+|:\\d+(?::\\d+)?)?|[a-z.\\s]+(?:standard|daylight)\\stime\\b|[a-z]+(?:\\sdst)?\\b)";

const WEEK_DAY = new RegExp(`\\b(${WEEK_DAYS.join("|")})[^-/\\d\\s]*`, "i");
const TIME = new RegExp(
  "(\\d+)(?:\\s*:\\s*(\\d+)(?:\\s*:\\s*(\\d+)(?:[.,](\\d*))?)?|h(?:\\s*(\\d+)m?(?:\\s*(\\d+)s?)?)?|\\s+h\\b|(?=\\s*[ap](?:m\\b|\\.m\\.)))" +
    `(?:\\s*([ap])(?:m\\b|\\.m\\.))?(?:\\s*${ZONE})?`,
  "i",
);

type Groups = readonly (string | undefined)[];
type Form = readonly [pattern: RegExp, read: (groups: Groups, years: YearReader) => Incomplete];
type YearReader = (text: string) => number;

/** The forms of a date. The first that is found is what the text means. */
const FORMS: readonly Form[] = [
  // 5 Jan 2020, 5th of a month, 2020 Jan 5
  [
    new RegExp(`('?\\d+)[^-\\d\\s]*\\s*${MONTH}(?:\\s*${NUMBER})?`, "i"),
    ([day, month, year], years) => named(year, month, day, years),
  ],
  // Jan 5, 2020
  [
    new RegExp(`\\b${MONTH}\\s*('?\\d+)[^-\\d\\s']*(?:\\s*,?\\s*${NUMBER})?`, "i"),
    ([month, day, year], years) => named(year, month, day, years),
  ],
  // 2020-01-05, 05-01-2020
  [/('?[-+]?\d+)-(\d+)-('?-?\d+)/, (groups, years) => numbered(groups, years)],
  // H31.04.30: years of Japanese eras
  [
    /\b([mtshr])(\d+)\.(\d+)\.(\d+)/i,
    ([era = "", year, month, day]) => ({
      year: Number(year) + (ERAS[era.toLowerCase()] ?? 0),
      month: Number(month),
      day: Number(day),
    }),
  ],
  // 5-Jan-2020, 2020-Jan-5
  [new RegExp(`('?-?\\d+)-${MONTH}-${YEAR}`, "i"), ([day, month, year], years) => named(year, month, day, years)],
  // Jan-5-2020
  [new RegExp(`\\b${MONTH}-('?\\d+)(?:-${YEAR})?`, "i"), ([month, day, year], years) => named(year, month, day, years)],
  // 2020/01/05, 05/01/2020, 2020/01, 12/31
  [/('?-?\d+)\/\s*('?\d+)(?:\D\s*('?-?\d+))?/, (groups, years) => numbered(groups, years)],
  // 5.1.2020, 2020.01.05
  [/('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)/, (groups, years) => numbered(groups, years)],
  // 2020-W02-3, W02
  [
    /\b(?:(\d{2}|\d{4})?-?)w(\d{2})(?:-?(\d))?\b/i,
    ([year, week, day], years) => ({
      weekYear: year === undefined ? undefined : years(year),
      week: numberOf(week),
      isoWeekDay: numberOf(day),
    }),
  ],
  [/-w-(\d)\b/i, ([day]) => ({ isoWeekDay: Number(day) })],
  // --01-05, ---05
  [/--(\d{2})?-(\d{2})\b/, ([month, day]) => ({ month: numberOf(month), day: numberOf(day) })],
  [/--(\d{2})(\d{2})?\b/, ([month, day]) => ({ month: numberOf(month), day: numberOf(day) })],
  // 2020-005: a day of a year
  [/(?<![\d,./])(\d{4}|'?\d{2})-(\d{3})\b/, ([year = "", day], years) => ({ year: years(year), yearDay: Number(day) })],
  // '20
  [/'(\d+)\b/, ([year = ""], years) => ({ year: years(year) })],
  [new RegExp(`\\b${MONTH}`, "i"), ([month]) => ({ month: monthOf(month) })],
  [new RegExp(`(\\d+)\\s*${ORDINAL}`, "i"), ([day]) => ({ day: Number(day) })],
];

const DIGITS = /([-+]?)(\d{2,14})(?:\s*t?\s*(\d{1,6}))?(?:[.,](\d+))?(?:\s*(z\b|[-+]\d{1,4}\b))?/i;

type Field = readonly [name: keyof DateParts | "shortYear", width: number];
const YEAR_FIELD: Field = ["year", 4];
const SHORT_YEAR: Field = ["shortYear", 2];
const YEAR_DAY: Field = ["yearDay", 3];
const MONTH_DAY: readonly Field[] = [
  ["month", 2],
  ["day", 2],
];
const CLOCK: readonly Field[] = [
  ["hour", 2],
  ["minute", 2],
  ["second", 2],
];

/** What a number without separators says, by its count of digits. */
const LAYOUTS: Readonly<Record<number, readonly Field[]>> = {
  2: [["day", 2]],
  3: [YEAR_DAY],
  4: MONTH_DAY,
  5: [SHORT_YEAR, YEAR_DAY],
  6: [SHORT_YEAR, ...MONTH_DAY],
  7: [YEAR_FIELD, YEAR_DAY],
  8: [YEAR_FIELD, ...MONTH_DAY],
  10: [YEAR_FIELD, ...MONTH_DAY, ...CLOCK],
  12: [YEAR_FIELD, ...MONTH_DAY, ...CLOCK],
  14: [YEAR_FIELD, ...MONTH_DAY, ...CLOCK],
};

/**
 * The parts that Ruby's `Date._parse` finds. Ruby documents the standards it takes (ISO 8601, RFC 3339, RFC 2822, RFC
 * 2616, XML Schema, JIS X 0301); the other forms, and which of several wins, were learnt by asking Ruby 3.1.
 *
 * @param completeYears whether a year of one or two digits means one from 1969 to 2068
 * @returns undefined for a text of more than 128 bytes
 */
export function parseDateText(text: string, completeYears: boolean): DateParts | undefined {
  if (new TextEncoder().encode(text).length > LONGEST) return undefined;
  const scanner = new Scanner(text.replace(/[^-+',./:@[\]\p{L}\p{M}\p{Nd}]+/gu, " "));
  const years = yearReader(completeYears);
  const parts: DateParts = { ...weekDayOf(scanner), ...timeOf(scanner), ...dateOf(scanner, years) };
  if (parts.year !== undefined && scanner.take(/\b(?:bce?\b|b\.c\.(?:e\.)?)/i)) parts.year = 1 - parts.year;
  return { ...parts, ...lastNumber(parts, scanner.rest) };
}

/** A text from which what was understood is taken away. */
class Scanner {
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  /** The groups of the first match, which leaves a space behind. */
  take(pattern: RegExp): Groups | undefined {
    const match = pattern.exec(this.rest);
    if (match === null) return undefined;
    this.rest = `${this.rest.slice(0, match.index)} ${this.rest.slice(match.index + match[0].length)}`;
    return match.slice(1);
  }
}

function weekDayOf(scanner: Scanner): DateParts {
  const [name] = scanner.take(WEEK_DAY) ?? [];
  return name === undefined ? {} : { weekDay: WEEK_DAYS.indexOf(name.toLowerCase()) };
}

function timeOf(scanner: Scanner): DateParts {
  const time = scanner.take(TIME);
  if (time === undefined) return {};
  const [hours, minutes, seconds, fraction, hMinutes, hSeconds, half, zone] = time;
  const hour = Number(hours);
  return withoutMissing({
    hour: half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0),
    minute: numberOf(minutes ?? hMinutes),
    second: numberOf(seconds ?? hSeconds),
    millisecond: millisecondsOf(fraction),
    offset: zone === undefined ? undefined : zoneOffset(zone),
  });
}

function dateOf(scanner: Scanner, years: YearReader): DateParts {
  for (const [pattern, read] of FORMS) {
    const groups = scanner.take(pattern);
    if (groups !== undefined) return withoutMissing(read(groups, years));
  }
  return digitsOf(scanner, years);
}

function digitsOf(scanner: Scanner, years: YearReader): DateParts {
  const [sign, digits = "", clock = "", fraction, zone] = scanner.take(DIGITS) ?? [];
  const { shortYear, ...date } = cut(digits, LAYOUTS[digits.length] ?? []);
  const year = shortYear === undefined ? date.year : years(digits.slice(0, 2));
  return withoutMissing({
    ...date,
    ...cut(clock, CLOCK),
    year: year !== undefined && sign === "-" ? -year : year,
    millisecond: millisecondsOf(fraction),
    offset: zone === undefined ? undefined : zoneOffset(zone),
  });
}

/** The numbers that lie in these fields, as far as the digits reach. */
function cut(digits: string, layout: readonly Field[]): DateParts & { shortYear?: number } {
  const values: DateParts & { shortYear?: number } = {};
  let at = 0;
  for (const [name, width] of layout) {
    if (at < digits.length) values[name] = Number(digits.slice(at, at + width));
    at += width;
  }
  return values;
}

/** A number that stands alone beside a time is a day, and beside a day an hour. */
function lastNumber({ hour, day }: DateParts, rest: string): DateParts {
  const [, digits] = /^\s*(\d{1,2})\s*$/.exec(rest) ?? [];
  if (digits === undefined) return {};
  const number = Number(digits);
  if (hour !== undefined && day === undefined && number >= 1 && number <= 31) return { day: number };
  return day !== undefined && hour === undefined && number <= 24 ? { hour: number } : {};
}

/** An apostrophe, a sign or more than two digits say that a number is a year. */
const namesYear = (number: string | undefined): number is string => number !== undefined && /^['+-]|\d{3}/.test(number);

const monthOf = (name: string | undefined): number => MONTHS.indexOf(name?.toLowerCase() ?? "") + 1;

/** A date whose month has a name. */
function named(year: string | undefined, month: string | undefined, day: string | undefined, years: YearReader) {
  const swapped = namesYear(day) || /\d[a-z]/i.test(year ?? "");
  return {
    month: monthOf(month),
    ...byPlace(swapped ? day : year, undefined, swapped ? year : day, years),
  };
}

/** Two or three numbers between the same signs: year, month and day, unless another than the first names the year. */
function numbered([first, middle, last]: Groups, years: YearReader): DateParts {
  if (last === undefined) {
    if (namesYear(first)) return byPlace(first, middle, undefined, years);
    return namesYear(middle) ? byPlace(middle, first, undefined, years) : byPlace(undefined, first, middle, years);
  }
  if (namesYear(last)) return byPlace(last, middle, first, years);
  return namesYear(middle) ? byPlace(middle, last, first, years) : byPlace(first, middle, last, years);
}

const byPlace = (year: string | undefined, month: string | undefined, day: string | undefined, years: YearReader) =>
  withoutMissing({ year: year === undefined ? undefined : years(year), month: numberOf(month), day: numberOf(day) });

/** Of the text of a year, `'20`, `-2020`, `2020`. */
function yearReader(complete: boolean): YearReader {
  return (text) => {
    const [, sign, digits = ""] = /([-+]?)(\d+)/.exec(text) ?? [];
    const year = Number(digits);
    if (sign === "-") return -year;
    if (!complete || sign === "+" || digits.length > 2) return year;
    return year + (year >= 69 ? 1900 : 2000);
  };
}

/** Of what stands between signs and ordinal endings. */
const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(/\d+/.exec(text)?.[0]);

const millisecondsOf = (fraction: string | undefined): number | undefined =>
  fraction === undefined ? undefined : Number(fraction.slice(0, 3).padEnd(3, "0"));

type Incomplete = { [K in keyof DateParts]: DateParts[K] | undefined };

/** What is there, so that one part laid over another replaces nothing by nothing. */
function withoutMissing(parts: Incomplete): DateParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
