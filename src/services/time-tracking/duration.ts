// Parses durations as people write them (`1h 30m`, `two and a half days`, `1:30`), and formats seconds as durations.

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3_600;
/** Working time: 8 hours a day, 5 days a week. */
const DAY = 8 * HOUR;
const WEEK = 5 * DAY;
const MONTH = 30 * DAY;
/** GitLab's quirk: a year is a calendar year (365.25 days of 24 hours), although a day has 8 hours. */
const YEAR = 31_557_600;

/** Seconds: the limit of GitLab's integer columns. Sums of realistically many entries stay exact. */
const LONGEST_DURATION = 2_147_483_647;
/** UTF-16 units. */
const LONGEST_TEXT = 255;

const units: ReadonlyMap<string, number> = valuesByWord([
  [SECOND, "s sec secs second seconds"],
  [MINUTE, "m min mins minute minutes"],
  [HOUR, "h hr hrs hour hours"],
  [DAY, "d dy day days"],
  [WEEK, "w wk wks week weeks"],
  [MONTH, "mo mos month months"],
  [YEAR, "y yr yrs year years"],
]);

/** The places of `1:30:00`, from the right. */
const clockUnits = [SECOND, MINUTE, HOUR, DAY, MONTH, YEAR];

const joinWords: ReadonlySet<string> = new Set(["and", "with", "plus"]);

const digits = valuesByWord(
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map((word, index) => [index + 1, word]),
);
const teens = valuesByWord([
  [0, "zero"],
  [10, "ten"],
  [11, "eleven"],
  [12, "twelve"],
  [13, "thirteen"],
  [14, "fourteen"],
  [15, "fifteen"],
  [16, "sixteen"],
  [17, "seventeen"],
  [18, "eighteen"],
  [19, "nineteen ninteen"],
]);
const tens = valuesByWord([
  [20, "twenty"],
  [30, "thirty"],
  [40, "forty fourty"],
  [50, "fifty"],
  [60, "sixty"],
  [70, "seventy"],
  [80, "eighty"],
  [90, "ninety"],
]);
const scales = valuesByWord([
  [1e3, "thousand"],
  [1e6, "million"],
  [1e9, "billion"],
  [1e12, "trillion"],
]);

function valuesByWord(entries: readonly (readonly [value: number, words: string])[]): ReadonlyMap<string, number> {
  return new Map(entries.flatMap(([value, words]) => words.split(" ").map((word): [string, number] => [word, value])));
}

interface Reader {
  readonly words: readonly string[];
  /** Index of the next word to read. */
  at: number;
}

/** Seconds, negative after a leading `-`; null if the text is not a duration. A final bare number means hours. */
export function parseDuration(text: string): number | null {
  if (text.length > LONGEST_TEXT) return null;
  const trimmed = text.trim().toLowerCase();
  const isNegative = trimmed.startsWith("-");
  const unhyphenated = trimmed.slice(isNegative ? 1 : 0).replace(/(?<=[a-z])-(?=[a-z])/g, " ");
  const words = unhyphenated.match(/\d*\.?\d+|[a-z]+|\S/g) ?? [];
  const exact = readParts({ words, at: 0 });
  if (exact === undefined || exact > LONGEST_DURATION) return null;
  // Fractions of a second are cut off, after rounding: 1.15 hours are 4140 seconds, not 4139.999999999999.
  const seconds = Math.trunc(Number(exact.toFixed(6)));
  return isNegative && seconds !== 0 ? -seconds : seconds;
}

function readParts(reader: Reader): number | undefined {
  let sum: number | undefined;
  while (reader.at < reader.words.length) {
    if (skipSeparator(reader)) continue;
    const part = readPart(reader, sum === undefined);
    if (part === undefined) return undefined;
    sum = (sum ?? 0) + part;
  }
  return sum;
}

/** A comma may follow a unit or a join word. After a number it might be a decimal comma. */
function skipSeparator(reader: Reader): boolean {
  const { words, at } = reader;
  const [word = "", before = ""] = [words[at], words[at - 1]];
  if (!joinWords.has(word) && !(word === "," && (units.has(before) || joinWords.has(before)))) return false;
  reader.at += 1;
  return true;
}

/** A number and its unit. The first part may be a unit alone, which counts once; the last may be a number alone. */
function readPart(reader: Reader, isFirst: boolean): number | undefined {
  const number = readNumber(reader);
  if (number === undefined) return isFirst ? takeValue(reader, units) : undefined;
  if (reader.words[reader.at] === ":") return readClock(reader, number);
  const unit = takeValue(reader, units);
  if (unit !== undefined) return number * unit;
  return reader.at === reader.words.length ? number * HOUR : undefined;
}

function readClock(reader: Reader, first: number): number | undefined {
  const places = [first];
  while (takeWords(reader, ":")) {
    const place = readNumber(reader);
    if (place === undefined) return undefined;
    places.unshift(place);
  }
  let sum = 0;
  for (const [index, place] of places.entries()) {
    const unit = clockUnits[index];
    if (unit === undefined) return undefined;
    sum += place * unit;
  }
  return sum;
}

/** `1.5`, `twenty-five`, `two thousand five hundred and one`, `three and a half`. */
function readNumber(reader: Reader): number | undefined {
  let number: number | undefined;
  for (let hasMore = true; hasMore; ) {
    const group = number === undefined ? readHundreds(reader) : afterAnd(reader, readHundreds);
    const scale = readScale(reader);
    hasMore = scale !== undefined;
    if (group !== undefined || scale !== undefined) number = (number ?? 0) + (group ?? 1) * (scale ?? 1);
  }
  const hasHalf = takeWords(reader, "and", "a", "half") || takeWords(reader, "a", "half");
  return number !== undefined && hasHalf ? number + 0.5 : number;
}

/** `thousand`, or a product such as `thousand thousand`. */
function readScale(reader: Reader): number | undefined {
  const scale = takeValue(reader, scales);
  return scale === undefined ? undefined : scale * (readScale(reader) ?? 1);
}

function readHundreds(reader: Reader): number | undefined {
  const lead = takeNumeral(reader) ?? readBelowHundred(reader);
  if (!takeWords(reader, "hundred")) return lead;
  return (lead ?? 1) * 100 + (afterAnd(reader, readBelowHundred) ?? 0);
}

function readBelowHundred(reader: Reader): number | undefined {
  const ten = takeValue(reader, tens);
  if (ten !== undefined) return ten + (takeValue(reader, digits) ?? 0);
  return takeValue(reader, digits) ?? takeValue(reader, teens);
}

/** Skips an `and` only if `read` succeeds after it. */
function afterAnd(reader: Reader, read: (reader: Reader) => number | undefined): number | undefined {
  const start = reader.at;
  takeWords(reader, "and");
  const value = read(reader);
  if (value === undefined) reader.at = start;
  return value;
}

function takeNumeral(reader: Reader): number | undefined {
  const word = reader.words[reader.at];
  if (word === undefined || !/\d/.test(word)) return undefined;
  reader.at += 1;
  return Number(word);
}

function takeValue(reader: Reader, values: ReadonlyMap<string, number>): number | undefined {
  const value = values.get(reader.words[reader.at] ?? "");
  if (value !== undefined) reader.at += 1;
  return value;
}

/** Takes all of the words or none. */
function takeWords(reader: Reader, ...words: string[]): boolean {
  if (!words.every((word, index) => reader.words[reader.at + index] === word)) return false;
  reader.at += words.length;
  return true;
}

type Sizes = readonly (readonly [name: string, seconds: number])[];

const smallSizes: Sizes = [
  ["d", DAY],
  ["h", HOUR],
  ["m", MINUTE],
  ["s", SECOND],
];
const sizesWithWeeks: Sizes = [["mo", 4 * WEEK], ["w", WEEK], ...smallSizes];
const sizesWithYears: Sizes = [["y", YEAR], ...smallSizes];

/**
 * `1w 2d`. GitLab's quirks: a month is 30 days when parsed and 4 weeks when formatted. Years are used only if the
 * remainder after whole years is smaller than the remainder after whole months of 30 days.
 */
export function formatDuration(seconds: number): string {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [name, size] of rest >= YEAR && rest % YEAR < rest % MONTH ? sizesWithYears : sizesWithWeeks) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)}${name}`);
    rest %= size;
  }
  if (parts.length === 0) return "0s";
  return `${seconds < 0 ? "-" : ""}${parts.join(" ")}`;
}

/** Estimate and time spent, as every version of the API shows them. In seconds, and null instead of no time in words. */
export const timeStats = ({ time_estimate, time_spent }: { time_estimate: number; time_spent: number }) => ({
  time_estimate,
  total_time_spent: time_spent,
  human_time_estimate: time_estimate === 0 ? null : formatDuration(time_estimate),
  human_total_time_spent: time_spent === 0 ? null : formatDuration(time_spent),
});
