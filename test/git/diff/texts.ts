// Pairs of texts to diff, with many equally short edits: repeated lines, blank lines, indentation, braces, moved and
// copied blocks.
import type { Random } from "./random.ts";

export type TextPair = readonly [a: Uint8Array, b: Uint8Array];

const kinds: [weight: number, make: (random: Random) => TextPair][] = [
  [6, code],
  [5, fewLetters],
  [5, periods],
  [3, commonLines],
  [2, unrelated],
  [2, prose],
  [1, endings],
  [1, anyBytes],
  [1, longHeadings],
];

export function makeTextPair(random: Random): TextPair {
  let chance = random.below(kinds.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of kinds) {
    chance -= weight;
    if (chance < 0) return make(random);
  }
  throw new Error("The weights do not add up");
}

/** Texts so different that git stops searching the shortest edit: about 300 changed lines. */
export function makeLongPair(random: Random): TextPair {
  const lines = 300 + random.below(1500);
  const letters = random.pick([3, 10, 50, 400]);
  const line = () => `${random.below(letters)}`;
  const numbered = () => `${random.below(lines)} ${random.below(letters)}`;
  const a = Array.from({ length: lines }, random.chance(0.5) ? line : numbered);
  if (random.chance(0.3)) return pair(random, a, Array.from({ length: lines }, numbered));
  const b = edit(random, a, random.below(lines), numbered);
  return pair(random, a, random.chance(0.5) ? b : [...b.slice(random.below(lines)), ...b]);
}

/**
 * Texts in which git takes a promising path: long runs of equal lines and many small changes. The texts need 65,536
 * lines together.
 */
export function makePromisingPair(random: Random): TextPair {
  const lines = 34_000 + random.below(20_000);
  const letters = random.pick([20, 100, 400, 5000]);
  const [noise, disorder] = [random.pick([1, 2, 4]), random.pick([1, 1, 30])];
  const line = () => `${random.below(letters)}`;
  const a = Array.from({ length: lines }, line);
  const b: string[] = [];
  for (let place = 0; place < lines; ) {
    const length = random.chance(0.3) ? 18 + random.below(6) : 1 + random.below(20);
    const from = Math.max(0, place + random.below(disorder));
    b.push(...a.slice(from, from + length), ...Array.from({ length: random.below(noise + 1) }, line));
    place += length + random.below(noise + 1);
  }
  return pair(random, a, b);
}

/** A large source file with some edits. */
export function makeCodePair(random: Random, lines: number, edits: number): TextPair {
  const a: string[] = [];
  while (a.length < lines) a.push(...makeFunction(random));
  return pair(
    random,
    a.slice(0, lines),
    edit(random, a.slice(0, lines), edits, () => makeLine(random)),
  );
}

const join = (lines: readonly string[], ending: string) =>
  Buffer.from(lines.join("\n") + (lines.length > 0 ? ending : ""), "latin1");

/** Most texts end in a newline. */
const pair = (random: Random, a: readonly string[], b: readonly string[]): TextPair => [
  join(a, random.chance(0.05) ? "" : "\n"),
  join(b, random.chance(0.05) ? "" : "\n"),
];

export function edit(random: Random, lines: readonly string[], times: number, makeLine: () => string): string[] {
  const result = [...lines];
  for (let time = 0; time < times; time++) {
    const place = random.below(result.length + 1);
    const length = 1 + random.size(12);
    switch (random.below(8)) {
      case 0:
        result.splice(place, length);
        break;
      case 1:
        result.splice(place, 0, ...Array.from({ length }, makeLine));
        break;
      case 2:
        result.splice(place, length, ...Array.from({ length: 1 + random.below(length) }, makeLine));
        break;
      case 3: // Copies a block.
        result.splice(place, 0, ...result.slice(place, place + length));
        break;
      case 4: // Copies a block to another position.
        result.splice(random.below(result.length + 1), 0, ...result.slice(place, place + length));
        break;
      case 5: // Moves a block.
        result.splice(random.below(result.length + 1), 0, ...result.splice(place, length));
        break;
      case 6: // Indents a block.
        result.splice(place, length, ...result.slice(place, place + length).map((line) => `  ${line}`));
        break;
      default:
        result.splice(place, random.below(2), makeLine());
    }
  }
  return result;
}

function code(random: Random): TextPair {
  const a: string[] = [];
  const functions = 1 + random.size(14);
  for (let count = 0; count < functions; count++) a.push(...makeFunction(random));
  return pair(
    random,
    a,
    edit(random, a, 1 + random.size(8), () => makeLine(random)),
  );
}

const names = ["find", "list", "create", "value", "row", "index"];

export function makeFunction(random: Random): string[] {
  const indent = random.pick(["", "", "  ", "\t"]);
  const step = random.pick(["  ", "  ", "    ", "\t"]);
  const lines: string[] = [];
  if (random.chance(0.3)) lines.push(`${indent}/**`, `${indent} * The ${random.pick(names)}.`, `${indent} */`);
  lines.push(`${indent}function ${random.pick(names)}(${random.pick(names)}) {`);
  const body = random.size(12);
  let depth = 1;
  for (let count = 0; count < body; count++) {
    const margin = indent + step.repeat(depth);
    const choice = random.below(10);
    if (choice === 0) lines.push("");
    else if (choice === 1) lines.push(`${margin}if (${random.pick(names)}) {`);
    else if (choice === 2 && depth > 1) lines.push(`${indent}${step.repeat(depth - 1)}}`);
    else if (choice === 3) lines.push(`${margin}return ${random.pick(names)};`);
    else lines.push(`${margin}${random.pick(names)} = ${random.pick(names)}(${random.below(4)});`);
    if (choice === 1) depth++;
    if (choice === 2 && depth > 1) depth--;
  }
  while (depth-- > 0) lines.push(`${indent}${step.repeat(depth)}}`);
  if (random.chance(0.7))
    lines.push(...Array.from({ length: 1 + random.size(3) }, () => random.pick(["", "", "", " "])));
  return lines;
}

export function makeLine(random: Random): string {
  const margin = random.pick(["", "  ", "    ", "\t", "\t\t", " \t"]);
  return random.pick([
    "",
    `${margin}}`,
    `${margin}{`,
    `${margin}${random.pick(names)}(${random.below(100)});`,
    `${margin}return ${random.pick(names)};`,
    margin,
  ]);
}

function fewLetters(random: Random): TextPair {
  const letters = ["a", "b", "", "  a", "\tb", "c", "{", "}", "d", "    e"].slice(0, 1 + random.below(10));
  const line = () => random.pick(letters);
  const a = Array.from({ length: random.size(80) }, line);
  if (random.chance(0.3)) return pair(random, a, Array.from({ length: random.size(80) }, line));
  return pair(random, a, edit(random, a, random.size(10), line));
}

/** A repeated block, repeated more often in one text than in the other, so that the change can slide far. */
function periods(random: Random): TextPair {
  const line = () => {
    if (random.chance(0.3)) return random.pick(["", "", " ", "\t"]);
    const margin = random.chance(0.5) ? " ".repeat(random.below(10)) : random.pick(["\t", "\t\t", " \t", "  \t "]);
    return random.pick([margin, margin, margin, " ".repeat(196 + random.below(8)), ""]) + random.pick(["a", "b", "}"]);
  };
  const blanks = () => Array.from({ length: random.chance(0.1) ? 15 + random.below(10) : 0 }, () => "");
  const some = () => Array.from({ length: random.below(4) }, line);
  const period = [...Array.from({ length: 1 + random.below(8) }, line), ...blanks()];
  if (random.chance(0.1)) period.push(...Array.from({ length: 90 + random.below(20) }, line));
  const times = 1 + random.size(8);
  const repeated = (count: number) => Array.from({ length: count }, () => period).flat();
  const [before, partly, after] = [[...some(), ...blanks()], period.slice(random.below(period.length)), some()];
  const a = [...before, ...partly, ...repeated(times), ...after];
  const b = [...before, ...partly, ...repeated(times + 1 + random.size(3)), ...after];
  return random.chance(0.5) ? pair(random, a, b) : pair(random, b, a);
}

/** Frequent lines among unique lines: git excludes them from its search. */
function commonLines(random: Random): TextPair {
  let unique = 0;
  const share = random.pick([0.1, 0.22, 0.25, 0.28, 0.5, 0.8]);
  const sharing = random.pick([0.2, 0.2, 0.02]);
  const common = ["", "}", "  break;", "    }"].slice(0, 1 + random.below(4));
  const shared = Array.from({ length: 12 }, (_, index) => `shared ${index}`);
  const line = () => {
    if (random.chance(share)) return random.pick(common);
    return random.chance(sharing) ? random.pick(shared) : `line ${unique++}`;
  };
  const a = Array.from({ length: random.below(400) }, line);
  if (random.chance(0.5)) return pair(random, a, Array.from({ length: random.below(400) }, line));
  return pair(random, a, edit(random, a, random.below(60), line));
}

function unrelated(random: Random): TextPair {
  const line = () => makeLine(random);
  return pair(random, Array.from({ length: random.size(300) }, line), Array.from({ length: random.size(300) }, line));
}

function prose(random: Random): TextPair {
  const words = ["the", "of", "a", "merge", "tree", "with", "\xc3\xa9t\xc3\xa9", "\xe9t\xe9"];
  const paragraph = () => [
    ...Array.from({ length: 1 + random.below(4) }, () =>
      Array.from({ length: 1 + random.below(3) }, () => random.pick(words)).join(" "),
    ),
    "",
  ];
  const a = Array.from({ length: random.size(30) }, paragraph).flat();
  return pair(
    random,
    a,
    edit(random, a, 1 + random.size(6), () => random.pick(words)),
  );
}

/** Line ends and missing final newlines. */
function endings(random: Random): TextPair {
  const line = () => random.pick(["a", "b", "", "a\r", "b\r", "\r", "\v", "\f", " \f", "\t\r", "x\ry"]);
  const a = Array.from({ length: random.size(30) }, line);
  const b = edit(random, a, random.size(4), line);
  const ending = () => random.pick(["", "\n", "\r\n", "\n\n", "\r"]);
  return [join(a, ending()), join(b, ending())];
}

/** Some are binary by git's rule. */
function anyBytes(random: Random): TextPair {
  const bytes = (length: number) => Uint8Array.from({ length }, () => (random.chance(0.2) ? 10 : random.below(256)));
  const a = bytes(random.size(400)).map((byte) => (random.chance(0.999) ? byte || 1 : byte));
  const b = a.slice(0, random.below(a.length + 1));
  return random.chance(0.5) ? [a, b] : [b, Buffer.concat([b, bytes(random.size(60)).map((byte) => byte || 32)])];
}

function longHeadings(random: Random): TextPair {
  const plain = ["a", "_", " ", "\t", "1", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"];
  const odd = [
    "\xef\xbf\xbe",
    "\xff",
    "\xed\xa0\x80",
    "\xe0\x80\x80",
    "\xf0\x80\x80\x80",
    "\xf4\x90\x80\x80",
    "\xc1\x80",
    "\xc3",
    "\x80",
  ];
  const letters = random.chance(0.4) ? plain : [...plain, ...plain, ...plain, ...plain, random.pick(odd)];
  const line = () =>
    random.pick(["a", "_", "$", "Z", "{", "1"]) +
    Array.from({ length: 20 + random.below(70) }, () => random.pick(letters)).join("");
  const a = Array.from({ length: 16 + random.below(30) }, line);
  return pair(random, a, edit(random, a, 1 + random.below(3), line));
}
