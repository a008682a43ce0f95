// Converts text to dates, as Rails casts them, and to instants, as Ruby's DateTime.parse does.
import { type DateText, readDateText } from "./date-text.ts";

const DAY = 86_400_000;

/**
 * Casts a text to a date as Rails 4.2 does, with the year as written: `5 Jan 20` is in the first century.
 *
 * @returns `YYYY-MM-DD`, or null if year, month or day is missing or the calendar has no such day
 */
export function castDate(text: string): string | null {
  const { year, month, day } = readDateText(text) ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  return calendarDay(Number(year), month, day)?.toISOString().slice(0, 10) ?? null;
}

export interface ReadDateTime {
  /** `YYYY-MM-DD` in the time zone of the text. */
  readonly date: string;
  /** `2016-04-05T21:40:50.169Z`. */
  readonly instant: string;
}

/**
 * Parses as Ruby's `DateTime.parse`: a missing year, or year and month, is the current one; a missing month or day is the
 * first if the text has a year or a month. Without a zone the text is in UTC.
 *
 * @returns undefined for a text with neither a date nor a time, and for years before 1 and after 9999
 */
export function parseDateTime(text: string, now: Date): ReadDateTime | undefined {
  const parts = readDateText(text);
  const day = parts && dayOf(parts, now);
  const time = parts && timeOfDay(parts);
  if (day === undefined || time === undefined) return undefined;
  const local = new Date(day.getTime() + time);
  const instant = new Date(local.getTime() - (parts?.offset ?? 0) * 1000);
  if (!representable(local) || !representable(instant)) return undefined;
  return { date: local.toISOString().slice(0, 10), instant: instant.toISOString() };
}

/** Milliseconds from midnight. 24:00 is the next midnight; a leap second counts as the second before it. */
function timeOfDay({ hour = 0, minute = 0, second = 0, millisecond = 0 }: DateText): number | undefined {
  const endOfDay = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 60) return undefined;
  return ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 + millisecond;
}

const representable = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

/** Midnight UTC of the day; undefined if the parts name none or the calendar does not have it. */
function dayOf({ dayOfYear, week, month, day, weekday, hour, ...written }: DateText, now: Date): Date | undefined {
  const year = written.year === undefined ? now.getUTCFullYear() : completeYear(written.year);
  if (dayOfYear !== undefined) return ordinalDay(year, dayOfYear);
  if (week !== undefined) return weekDay(year, week, weekday ?? 1);
  if (month !== undefined) return calendarDay(year, month, day ?? 1);
  if (day !== undefined) return calendarDay(year, now.getUTCMonth() + 1, day);
  const today = utcDay(year, now.getUTCMonth() + 1, now.getUTCDate());
  // A weekday alone is that of the current week, which begins on Sunday in Ruby.
  if (weekday !== undefined) return new Date(today.getTime() + ((weekday % 7) - today.getUTCDay()) * DAY);
  return hour === undefined ? undefined : today;
}

/** Years of one or two digits are in 1969 to 2068. */
function completeYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

/** Unlike `Date.UTC` it takes years below 100 literally. Months and days may be out of range. */
const utcDay = (year: number, month: number, day: number): Date =>
  new Date(new Date(0).setUTCFullYear(year, month - 1, day));

function calendarDay(year: number, month: number, day: number): Date | undefined {
  const date = utcDay(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && representable(date) ? date : undefined;
}

function ordinalDay(year: number, dayOfYear: number): Date | undefined {
  const date = utcDay(year, 1, dayOfYear);
  return date.getUTCFullYear() === year ? date : undefined;
}

/** ISO 8601: weeks begin on Monday, and each belongs to the year of its Thursday; week 1 contains 4 January. */
function weekDay(year: number, week: number, weekday: number): Date | undefined {
  const mondayAsOne = utcDay(year, 1, 4).getUTCDay() || 7;
  const thursday = utcDay(year, 1, 4 - mondayAsOne + (week - 1) * 7 + 4);
  if (thursday.getUTCFullYear() !== year || weekday < 1 || weekday > 7) return undefined;
  return new Date(thursday.getTime() + (weekday - 4) * DAY);
}
