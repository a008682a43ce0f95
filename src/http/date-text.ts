// Finds a date and a time of day in a text. It recognises these forms and ignores other words:
//
// - a month's name with numbers beside it: 5 Jan 2020, Jan 5th, 5-Jan-20, and so asctime and RFC 822, 850, 1123, 2822
// - a week of ISO 8601: 2020-W02-3, 2020W023
// - numbers joined by `-`, `/` or `.`: year, month and day (2020-01-05), or day, month and year where only the last can
//   be a year (5.1.2020); with `/` also month and day (12/31) or month and year (1/2020); year and day of the year
//   (2020-005)
// - digits alone, whose number decides their meaning: 20200105, 20200105102030, 2020005, 0105
// - a weekday's name, alone or with a week
// - a time of day, alone or with any of these: 10:20, 10:20:30.5, 10h20, 10pm, T1020, and a zone after it
//
// The meaning of each form is Ruby's, which parses the dates that GitLab gets: test/http/ruby-dates.txt has texts with
// Ruby's results, and docs/quirks.md lists the deviations. The work is linear in the length of the text.
import { namedOffset, numericOffset } from "./zone-offsets.ts";

/** Longer texts are invalid, as in Ruby. */
const MAX_BYTES = 128;

/** The parts found in a text. They are not validated: a day may be 32. */
export interface DateText {
  /** The digits as written: `20` may be the year 20 or 2020. */
  readonly year?: string | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  /** From 1. */
  readonly dayOfYear?: number;
  /** ISO 8601 week; `year` is its week-numbering year then. */
  readonly week?: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday?: number | undefined;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly millisecond?: number;
  /** Of the time zone: seconds east of UTC. */
  readonly offset?: number;
}

/** @returns undefined if the text is longer than 128 bytes, names an era (BC), or has numbers that form no date */
export function readDateText(text: string): DateText | undefined {
  if (text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES) return undefined;
  const tokens = tokenize(text);
  if (tokens.some(({ kind }) => kind === "era")) return undefined;
  const time = findTime(tokens);
  const rest = time === undefined ? tokens : tokens.toSpliced(time.start, time.end - time.start);
  const weekday = rest.find(({ kind }) => kind === "weekday")?.value;
  const date = besideMonth(rest) ?? inWeek(rest) ?? joined(rest) ?? digitsAlone(rest);
  if (date === undefined && rest.some(isNumber)) return undefined;
  return { weekday, ...time?.parts, ...date };
}

// Tokens

interface Token {
  readonly kind: "number" | "month" | "weekday" | "meridian" | "era" | "word" | "mark";
  /** Lower case, without the apostrophe of `'20` and the dots of `p.m.`. */
  readonly text: string;
  /** The value of a number; 1 to 12 for a month; 1 (Monday) to 7 for a weekday; 0 otherwise. */
  readonly value: number;
  /** True if it directly follows the previous token, without white space. */
  readonly glued: boolean;
  readonly apostrophe: boolean;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function tokenize(text: string): Token[] {
  let end = 0;
  return Array.from(text.matchAll(/'?\d+|(?:[a-z]\.){2,}|[a-z]+|\S/gi), ({ 0: found, index }) => {
    const glued = index > 0 && index === end;
    end = index + found.length;
    const bare = found.toLowerCase().replaceAll(/['.]/g, "") || found;
    return { ...classify(bare), text: bare, glued, apostrophe: found.startsWith("'") };
  });
}

/** The first three letters identify months and weekdays: `sept`, `Januar`. */
function classify(text: string): Pick<Token, "kind" | "value"> {
  if (/^\d/.test(text)) return { kind: "number", value: Number(text) };
  const month = MONTHS.indexOf(text.slice(0, 3)) + 1;
  if (month > 0) return { kind: "month", value: month };
  const weekday = WEEKDAYS.indexOf(text.slice(0, 3)) + 1;
  if (weekday > 0) return { kind: "weekday", value: weekday };
  if (/^[ap]m$/.test(text)) return { kind: "meridian", value: 0 };
  if (/^bce?$/.test(text)) return { kind: "era", value: 0 };
  return { kind: /^[a-z]/.test(text) ? "word" : "mark", value: 0 };
}

const isNumber = (token: Token | undefined): token is Token => token?.kind === "number";
const isGluedNumber = (token: Token | undefined): token is Token => isNumber(token) && token.glued;
/** True for a number that can only be a year. */
const isYear = (token: Token | undefined): boolean => isNumber(token) && (token.apostrophe || token.text.length > 2);

// The time of day

interface Time {
  readonly parts: DateText;
  /** The index of the token after it. */
  readonly end: number;
}

/** The first numbers joined by colons, number before am, pm or h, or digits after a T, and what belongs to them. */
function findTime(tokens: readonly Token[]): (Time & { start: number }) | undefined {
  for (const [start, { text, glued }] of tokens.entries()) {
    const values = joinedByColons(tokens, start).map(({ value }) => value);
    const end = start + 2 * values.length - 1;
    const isTime = values.length > 1 || (values.length === 1 && /^([ap]m|h)$/.test(tokens[end]?.text ?? ""));
    if (isTime) return { start, ...timeOf(values, tokens, end) };
    const before = tokens[start - 1];
    const isBasic = glued && before?.glued && before.text === "t" && /^(\d\d){1,3}$/.test(text);
    if (isBasic) return { start, ...timeOf(pairs(text), tokens, end) };
  }
  return undefined;
}

const pairs = (digits: string): number[] => (digits.match(/../g) ?? []).map(Number);

/** Up to three numbers: `10:20:30`, `10h20m30`. */
function joinedByColons(tokens: readonly Token[], start: number): Token[] {
  const numbers: Token[] = [];
  for (let at = start; numbers.length < 3; at += 2) {
    const token = tokens[at];
    if (!isNumber(token) || (at > start && ![":", "hm"[numbers.length - 1]].includes(tokens[at - 1]?.text))) break;
    numbers.push(token);
  }
  return numbers;
}

/** Hour, minute and second, and what follows at index `at`: fraction of the second, am or pm, zone. */
function timeOf([hour = 0, minute = 0, second]: readonly number[], tokens: readonly Token[], at: number): Time {
  const digits = tokens[at + 1];
  const hasFraction = second !== undefined && /^[.,]$/.test(tokens[at]?.text ?? "") && isGluedNumber(digits);
  const millisecond = hasFraction ? Number(digits.text.slice(0, 3).padEnd(3, "0")) : 0;
  const meridianAt = hasFraction ? at + 2 : at;
  const meridian = tokens[meridianAt]?.kind === "meridian" ? tokens[meridianAt].text : undefined;
  const { offset, end } = zoneAt(tokens, meridian === undefined ? meridianAt : meridianAt + 1);
  return { parts: { hour: hourOfDay(hour, meridian), minute, second: second ?? 0, millisecond, offset }, end };
}

/** 13 am is 1 o'clock, as in Ruby. */
const hourOfDay = (hour: number, meridian: string | undefined): number =>
  meridian === undefined ? hour : (hour % 12) + (meridian === "pm" ? 12 : 0);

/** A name, an offset, or `GMT` or `UTC` with an offset. Any word after a time counts as the name of a zone. */
function zoneAt(tokens: readonly Token[], at: number): { offset: number; end: number } {
  const name = tokens[at]?.kind === "word" ? tokens[at].text : undefined;
  const signAt = name === undefined ? at : at + 1;
  const sign = tokens[signAt];
  const takesOffset = name === undefined || (/^(gmt|utc)$/.test(name) && sign?.glued);
  if (!takesOffset || !/^[-+]$/.test(sign?.text ?? "") || !isGluedNumber(tokens[signAt + 1])) {
    return { offset: namedOffset(name ?? "utc"), end: signAt };
  }
  const numbers = joinedByColons(tokens, signAt + 1);
  const written = numbers.map(({ text }) => text).join(":");
  return { offset: numericOffset(`${sign?.text}${written}`), end: signAt + 2 * numbers.length };
}

// The date

/** A month's name and the one or two numbers beside it: `5 Jan 2020`, `Jan 5th, 2020`, `January 2020`. */
function besideMonth(tokens: readonly Token[]): DateText | undefined {
  const at = tokens.findIndex(({ kind }) => kind === "month");
  if (at === -1) return undefined;
  const before = nextNumber(tokens, at, -1);
  const after = nextNumber(tokens, at, 1);
  const indexes = before === -1 ? [after, nextNumber(tokens, after, 1)] : [before, after];
  return yearMonthDay(indexes.map((i) => tokens[i]).filter(isNumber), tokens[at]?.value);
}

/** The index of the next number in a direction, skipping punctuation and ordinal suffixes; -1 if there is none. */
function nextNumber(tokens: readonly Token[], from: number, step: 1 | -1): number {
  let at = from + step;
  while (/^([-/.,]|st|nd|rd|th)$/.test(tokens[at]?.text ?? "")) at += step;
  return from !== -1 && isNumber(tokens[at]) ? at : -1;
}

/** `2020-W02-3`, `2020W023`, `2020-W02`. */
function inWeek(tokens: readonly Token[]): DateText | undefined {
  const at = tokens.findIndex(({ text }) => text === "w");
  const year = tokens[tokens[at - 1]?.text === "-" ? at - 2 : at - 1];
  const digits = tokens[at + 1]?.text ?? "";
  if (at === -1 || !isNumber(year) || !/^\d{2,3}$/.test(digits)) return undefined;
  const weekday = tokens[at + 2]?.text === "-" ? tokens[at + 3]?.text : digits[2];
  const week = { year: year.text, week: Number(digits.slice(0, 2)) };
  return weekday === undefined ? week : { ...week, weekday: Number(weekday) };
}

/** Three numbers or two joined by the same mark: `2020-01-05`, `5. 1. 2020`, `12/31`, `2020-005`. */
function joined(tokens: readonly Token[]): DateText | undefined {
  for (const [i, first] of tokens.entries()) {
    const [mark, second, nextMark, third] = tokens.slice(i + 1, i + 5);
    // A minus sign directly before the first number would negate the year.
    const begins = isNumber(first) && !followsLetter(tokens, i) && !(first.glued && tokens[i - 1]?.text === "-");
    if (!begins || !isJoint(mark) || !isNumber(second)) continue;
    if (isJoint(nextMark) && isNumber(third)) {
      return nextMark.text === mark.text ? yearMonthDay([first, second, third]) : undefined;
    }
    if (mark.text === "/") return yearMonthDay([first, second]);
    if (mark.text === "-" && second.text.length === 3) return { year: first.text, dayOfYear: second.value };
  }
  return undefined;
}

const isJoint = (token: Token | undefined): token is Token => !!token?.glued && /^[-/.]$/.test(token.text);

/** A letter directly before a number changes its meaning: a week (W02), a Japanese era (H31.04.30). */
const followsLetter = (tokens: readonly Token[], at: number): boolean =>
  !!tokens[at]?.glued && /^[a-z]/.test(tokens[at - 1]?.text ?? "");

/** A single number, which may include a time of day: `20200105`, `20200105102030`. */
function digitsAlone(tokens: readonly Token[]): DateText | undefined {
  const at = tokens.findIndex(isNumber);
  const { text = "", apostrophe } = tokens[at] ?? {};
  if (apostrophe || followsLetter(tokens, at) || !/^(\d{2,8}|(\d\d){5,7})$/.test(text)) return undefined;
  const time = text.length > 8 ? timeOf(pairs(text.slice(8)), tokens, at + 1) : undefined;
  if (tokens.slice(time?.end ?? at + 1).some(isNumber)) return undefined;
  return { ...dateOfDigits(text.slice(0, 8)), ...time?.parts };
}

/** An odd number of digits ends with the day of the year (20005, 2020005), an even one with month and day. */
function dateOfDigits(digits: string): DateText {
  const ordinal = digits.length % 2 === 1;
  const year = digits.slice(0, ordinal ? -3 : -4) || undefined;
  if (ordinal) return { year, dayOfYear: Number(digits.slice(-3)) };
  return { year, month: digits.length > 2 ? Number(digits.slice(-4, -2)) : undefined, day: Number(digits.slice(-2)) };
}

/** Assigns the numbers by the one that can only be a year; undefined if there are several. */
function yearMonthDay(numbers: readonly Token[], month?: number): DateText | undefined {
  if (numbers.filter(isYear).length > 1) return undefined;
  const [first, second, third] = numbers;
  let order = isYear(second) ? "my" : "md";
  if (isYear(first)) order = "ym";
  if (third !== undefined) order = isYear(third) ? "dmy" : "ymd";
  if (month !== undefined) order = isYear(first) ? "yd" : "dy";
  const part = (letter: string): Token | undefined => numbers[order.indexOf(letter)];
  return { year: part("y")?.text, month: month ?? part("m")?.value, day: part("d")?.value };
}
