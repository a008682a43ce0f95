// Makes dates and instants of text, as Rails casts dates and as Ruby's DateTime.parse reads instants.
import { type DateParts, parseDateText } from "./date-text.ts";

const DAY = 86_400_000;

/**
 * As Rails 4.2 casts a text to a date, with the year as it is written: `5 Jan 20` is in the first century.
 *
 * @returns `YYYY-MM-DD`, or null for a text without year, month and day, or with one the calendar does not have
 */
export function castDate(text: string): string | null {
  const { year, month, day } = parseDateText(text, false) ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  return civilDay(year, month, day)?.toISOString().slice(0, 10) ?? null;
}

/** A date, and the instant at which its time of day falls. */
export interface ReadDateTime {
  /** `YYYY-MM-DD` in the zone the text names. */
  readonly date: string;
  /** `2016-04-05T21:40:50.169Z`. */
  readonly instant: string;
}

/**
 * As Ruby's `DateTime.parse`: what a text leaves out before its first part is today's, what it leaves out behind is the
 * first of its kind, and what is in no zone is in UTC.
 *
 * @returns undefined for a text that says no date, and for years before 1 and after 9999
 */
export function parseDateTime(text: string, now: Date): ReadDateTime | undefined {
  const parts = parseDateText(text, true);
  const day = parts && dayOf(parts, now);
  const time = parts && timeOf(parts);
  if (day === undefined || time === undefined) return undefined;
  const local = new Date(day.getTime() + time);
  const instant = new Date(local.getTime() - (parts?.offset ?? 0) * 1000);
  if (!representable(local) || !representable(instant)) return undefined;
  return { date: local.toISOString().slice(0, 10), instant: instant.toISOString() };
}

/** Milliseconds from midnight; 24:00 is the next one, and a leap second the one before. */
function timeOf({ hour = 0, minute = 0, second = 0, millisecond = 0 }: DateParts): number | undefined {
  const endOfDay = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 60) return undefined;
  return ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 + millisecond;
}

const representable = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

/** Midnight, UTC, of the day that the parts say; undefined if they say none, or one that the calendar does not have. */
function dayOf(parts: DateParts, now: Date): Date | undefined {
  const { year, month, day, yearDay, weekYear, week, isoWeekDay, weekDay, hour } = parts;
  const thisYear = now.getUTCFullYear();
  const today = civilDay(thisYear, now.getUTCMonth() + 1, now.getUTCDate());
  if (yearDay !== undefined) return dayOfYear(year ?? thisYear, yearDay);
  if (month !== undefined) return civilDay(year ?? thisYear, month, day ?? 1);
  if (year !== undefined) return civilDay(year, 1, 1);
  if (day !== undefined) return civilDay(thisYear, now.getUTCMonth() + 1, day);
  if (week !== undefined || isoWeekDay !== undefined) {
    const current = weekOf(now);
    const named = weekDay === 0 ? 7 : weekDay;
    return dayOfWeek(weekYear ?? current.year, week ?? current.week, isoWeekDay ?? named ?? 1);
  }
  if (weekDay !== undefined) return today && new Date(today.getTime() + (weekDay - today.getUTCDay()) * DAY);
  return hour === undefined ? undefined : today;
}

/** Years below 100 are those of the first century here, unlike to `Date.UTC`. */
function civilDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && representable(date) ? date : undefined;
}

function dayOfYear(year: number, yearDay: number): Date | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, yearDay);
  return yearDay >= 1 && date.getUTCFullYear() === year ? date : undefined;
}

/** A week begins on Monday and belongs to the year of its Thursday (ISO 8601). */
function weekOf(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  return { year, week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY / 7) };
}

function dayOfWeek(year: number, week: number, isoWeekDay: number): Date | undefined {
  // The fourth of January lies in the first week.
  const fourth = civilDay(year, 1, 4);
  if (fourth === undefined || isoWeekDay < 1 || isoWeekDay > 7) return undefined;
  const date = new Date(fourth.getTime() + ((week - 1) * 7 + isoWeekDay - (fourth.getUTCDay() || 7)) * DAY);
  const is = weekOf(date);
  return is.year === year && is.week === week ? date : undefined;
}
