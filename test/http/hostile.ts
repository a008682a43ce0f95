// What does not belong in a path, a parameter or a body, for every route to be asked with, and whether that gives a 500.
// What is hostile takes turns, the same ones in every run: each parameter is given every second value, each route every
// second body and query, and each path has a value in all its places or in the last. So every value meets many routes,
// and every route and parameter many values. In a sample each route has one name, one query or one body, and each parameter
// (every third where something is written) one value that it takes and one that it does not.
import * as v from "valibot";
import type { Params } from "../../src/http/params.ts";
import { send } from "../support/api.ts";
import { addressOf, everyRoute, type WalkedRoute } from "../support/every-api.ts";
import {
  besides,
  callerOf,
  createScene,
  declaredBy,
  existing,
  fillPath,
  goodPath,
  type Scene,
  type Values,
} from "../support/every-route.ts";
import { once } from "../support/once.ts";
import { isSample, sampled } from "../support/sample.ts";

const AT_ONCE = 4;
export interface Request {
  readonly route: WalkedRoute;
  readonly path: string;
  readonly type?: string;
  readonly body?: Body;
}

/** What a repository holds is answered as it is. */
const answersFiles = ({ path }: WalkedRoute) => /\/(?:archive|blobs?|raw_blobs)\b/.test(path);

/** Sends all of them and tells which were answered with a 500, or with what is not JSON. */
export async function failuresOf(scene: Scene, requests: readonly Request[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...requests];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { route, path, type, body } = next;
      const { method } = route;
      const headers = { ...callerOf(scene, route).headers, ...(type !== undefined && { "content-type": type }) };
      const answer = await send(path, { method, headers, ...(body !== undefined && { body }) });
      const isDownload = answer.status === 200 && answer.headers.get("content-type") !== "application/json";
      const isJson =
        isDownload || (answer.text === "" ? [204, 302, 304].includes(answer.status) : typeof answer.body !== "string");
      const isFile = answer.status === 200 && answersFiles(route);
      if (answer.status >= 500 || !(isJson || isFile))
        failures.push(`${method} ${path.slice(0, 200)}: ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}

/** For what changes nothing: readings, and paths to what is not there. */
export const lastingScene = once(createScene);

/** For what is written: in a sample there is little of it, and what a request changes hides little from the next. */
export const sceneToChange = isSample ? lastingScene : createScene;

function hashOf(key: readonly string[]): number {
  const text = key.join(" ");
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

/** True for every second of some things; the hash says for which. */
const isSecond = (n: number, hash: number): boolean => (n + (hash & 1)) % 2 === 0;

/** Whether it is the turn of the nth of `count` things. Without the lowest bit of the hash, on which every second depends. */
const isTurn = (n: number, count: number, hash: number): boolean =>
  isSample ? (hash >>> 1) % count === n : isSecond(n, hash);

const keyOf = ({ method, path }: WalkedRoute): [string, string] => [method, path];

/** A value with its name and its number, by which it takes turns. */
export type Hostile<T> = readonly [name: string, value: T, n: number];

/** What the platform makes of bytes before the Worker, or its database, sees them. */
const ofThePlatform: ReadonlySet<string> = new Set([
  "NUL",
  "a byte that is not UTF-8",
  "a bare percent sign",
  "an emoji",
  "a lone surrogate",
  "%",
  "search=%00&username=%00&query=%00",
  "search=%ff",
  "sudo=%00",
  "private_token=%00",
  "JSON with a lone surrogate",
  "JSON that is not UTF-8",
  "JSON with a byte order mark",
  "a form that is not UTF-8",
  "a form of raw bytes",
  "a multipart body without boundary",
  "a multipart body that ends early",
  "an unknown type",
  "no type at all",
]);

/** Those that are for the platform to read, and all others. */
function parted<T>(all: readonly [string, T][]): { readonly ofPlatform: Hostile<T>[]; readonly others: Hostile<T>[] } {
  const numbered = all.map(([name, value], n): Hostile<T> => [name, value, n]);
  return {
    ofPlatform: numbered.filter(([name]) => ofThePlatform.has(name)),
    others: numbered.filter(([name]) => !ofThePlatform.has(name)),
  };
}

export const LONG = 10_000;

const hostileNames: [string, string][] = [
  ["an exponent", "1e15"],
  ["a negative number", "-1"],
  ["40 digits", "9".repeat(40)],
  ["the greatest 64-bit integer", "9223372036854775807"],
  ["NUL", "%00"],
  ["a byte that is not UTF-8", "%ff"],
  ["a bare percent sign", "%"],
  ["wildcards, quotes and a backslash", "%25%5F%27%22%5C"],
  ["an emoji", "%F0%9F%92%A5"],
  ["a key of every object", "__proto__"],
  ["a path", "a%2Fb"],
  ["a way out", "..%2F.."],
  ["10 000 characters", "a".repeat(LONG)],
];

export const namesInPaths = parted(hostileNames);

/** Each route with this in all places of its path, or in the last. */
export function requestsWithName(scene: Scene, hostile: string, n: number): Request[] {
  return everyRoute.flatMap((route): Request[] => {
    const hash = hashOf(keyOf(route));
    if (isSample && !isTurn(n, hostileNames.length, hash)) return [];
    const everywhere = isSecond(n, hash);
    const path = fillPath(route.path, (segment, isLast) =>
      everywhere || isLast ? hostile : existing(scene, route.path, segment),
    );
    return path === route.path ? [] : [{ route, path: addressOf(route, path) }];
  });
}

/** Values as JSON has them; a query says arrays and objects with brackets. */
const hostileValues: [string, unknown][] = [
  ["an integer beyond 32 bits", 2 ** 31],
  ["an integer beyond 53 bits", "9".repeat(40)],
  ["an exponent", "1e15"],
  ["a negative fraction", -0.5],
  ["an empty text", ""],
  ["10 000 characters", "x".repeat(LONG)],
  ["wildcards", "%_%"],
  ["quotes and backslashes", `'"\\\\'--;`],
  ["an emoji", "\u202E\u{1F4A5}\u{1F468}\u200D\u{1F469}"],
  ["NUL", "a\0b"],
  ["a lone surrogate", "\ud800"],
  [
    "what texts speak of by signs",
    `@all @root,\n#1 #${"9".repeat(40)} a/b#0 !1 ~1 %1\n- [ ] x\n* [x] y\n\`\`\`\n> @a#1\n</script><a`,
  ],
  [
    "more mentions, references, tasks and labels than a statement has parameters",
    Array.from({ length: 1000 }, (_, i) => `- [ ] @u${i} #${i} g/p${i}#${i},`).join("\n"),
  ],
  ["null", null],
  ["an array", ["a", 1, [[]]]],
  ["an object", { a: { b: 1 } }],
];

type Param = Params[string];

const takenBy = new WeakMap<Param["coercion"], readonly boolean[]>();

/** For each value, whether it takes it. Asked of each coercion once: hundreds of parameters have the same. */
function takenOf({ coercion }: Param): readonly boolean[] {
  const taken = takenBy.get(coercion) ?? hostileValues.map(([, value]) => v.safeParse(coercion, value).success);
  takenBy.set(coercion, taken);
  return taken;
}

const takes = (param: Param, n: number): boolean => takenOf(param)[n] === true;

/**
 * Whether a parameter is tried with the nth value: with those whose turn it is, apart for those it takes and those it does
 * not, so that there are both. Where none would be, each is. In a sample it is one, the first from a place that depends on
 * the hash, so that parameters of the same hash mostly have the same.
 */
function isTriedWith(param: Param, n: number, hash: number): boolean {
  const all = takenOf(param);
  const isAlike = (other: number) => all[other] === all[n];
  if (isSample) return n === numbersFrom(hash % all.length).find(isAlike);
  return isSecond(n, hash) || !all.some((_, other) => isAlike(other) && isSecond(other, hash));
}

const numbersFrom = (first: number): number[] => hostileValues.map((_, at) => (first + at) % hostileValues.length);

/** Of what is written, a sample tries every third parameter: each takes a request of its own. */
const someOf = <T>(declared: readonly T[], route: WalkedRoute): readonly T[] =>
  route.method === "GET"
    ? declared
    : sampled(declared, hashOf([...keyOf(route), String(route.isV4)]), Math.min(3, declared.length));

type Declared = ReturnType<typeof declaredBy>;

const triedOf = new WeakMap<
  WalkedRoute,
  { readonly declared: Declared; readonly tried: Declared; readonly hash: number }
>();

/** The parameters of a route and those that are tried. Asked of each route once: there are many values. */
function paramsOf(route: WalkedRoute) {
  const known = triedOf.get(route);
  if (known !== undefined) return known;
  const declared = declaredBy(route);
  const params = { declared, tried: [...someOf(declared, route)], hash: hashOf(keyOf(route)) };
  triedOf.set(route, params);
  return params;
}

/**
 * The parameters that take the hostile value, each alone where something is written, since what one of them is
 * refused for hides the others; and those that do not take it, all together. Only those whose turn it is.
 */
function hostileSets(scene: Scene, route: WalkedRoute, hostile: unknown, n: number): Values[] {
  const { method } = route;
  const { declared, tried, hash } = paramsOf(route);
  // What is sent together takes turns together.
  const isAlone = (param: Param) => method !== "GET" && takes(param, n);
  const due = tried.filter(([name, param]) =>
    isTriedWith(param, n, isAlone(param) ? hashOf([...keyOf(route), name]) : hash),
  );
  const accepted = due.filter(([, param]) => takes(param, n)).map(([name]) => name);
  const refused = due.filter(([, param]) => !takes(param, n)).map(([name]) => name);
  const sets = [refused, ...(method === "GET" ? [accepted] : accepted.map((name) => [name]))];
  return sets
    .filter((names) => names.length > 0)
    .map((names) => ({
      ...besides(scene, route, Object.fromEntries(declared), names),
      ...Object.fromEntries(names.map((name) => [name, hostile])),
    }));
}

/** Characters of all values of a query together: workerd refuses long URLs before the Worker sees them. */
const MOST_QUERIED = 12_000;

/** `name=x`, `name[]=x`, `name[key]=x`; form-encoding has no lone surrogates, so these become U+FFFD. */
function toQuery(values: Values): string {
  const most = Math.min(2_000, Math.floor(MOST_QUERIED / Object.keys(values).length));
  const pairs = Object.entries(values).flatMap(([name, value]): string[][] => {
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)]);
    if (typeof value === "object" && value !== null) return [[`${name}[key]`, "1"]];
    return value === null ? [[name, ""]] : [[name, String(value).slice(0, most)]];
  });
  return new URLSearchParams(pairs).toString();
}

export const valuesOfParameters = parted(hostileValues);

/** Each route with this as its parameters, where it is their turn. */
export function requestsWithValue(scene: Scene, hostile: unknown, n: number): Request[] {
  return everyRoute.flatMap((route): Request[] => {
    const sets = hostileSets(scene, route, hostile, n);
    if (sets.length === 0) return [];
    const path = goodPath(scene, route);
    return sets.map((values) =>
      route.method === "GET"
        ? { route, path: `${path}?${toQuery(values)}` }
        : { route, path, type: "application/json", body: JSON.stringify(values) },
    );
  });
}

const hostileQueries = [
  "%",
  "search=%00&username=%00&query=%00",
  "search=%ff",
  "=&==&&[]=1&[a]=1",
  "search[a][b]=1&a[b][c][]=2",
  "__proto__=1&constructor=1&toString=1&__proto__[a]=1",
  "page=-1&per_page=-1",
  `page=${"9".repeat(40)}&per_page=${"9".repeat(40)}`,
  "sudo=%00",
  "private_token=%00",
];

export const queries = parted(hostileQueries.map((query) => [query, query]));

/** Each route that reads with this as its query, where it is its turn. */
export const requestsWithQuery = (scene: Scene, query: string, n: number): Request[] =>
  everyRoute
    .filter((route) => route.method === "GET" && isTurn(n, hostileQueries.length, hashOf(keyOf(route))))
    .map((route) => ({ route, path: `${goodPath(scene, route)}?${query}` }));

const bytes = (...values: number[]) => new Uint8Array(values);

export type Body = string | Uint8Array<ArrayBuffer>;

const hostileBodies: [string, string, Body][] = [
  ["broken JSON", "application/json", '{"name": '],
  ["JSON that is an array", "application/json", "[1]"],
  ["JSON that is null", "application/json", "null"],
  [
    "JSON with keys of every object",
    "application/json",
    '{"__proto__": {"admin": true}, "constructor": 1, "name": {}}',
  ],
  ["JSON as deep as 5 000 arrays", "application/json", `{"name": ${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ["JSON with a lone surrogate", "application/json", '{"name": "\\ud800", "path": "\\udfff", "title": "\\ud800"}'],
  ["JSON that is not UTF-8", "application/json", bytes(0x7b, 0xff, 0x7d)],
  ["JSON with a byte order mark", "application/json", bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
  ["a form that is not UTF-8", "application/x-www-form-urlencoded", "name=%ff&path=%c3%28&title=%ed%a0%80"],
  ["a form of raw bytes", "application/x-www-form-urlencoded", bytes(0x61, 0x3d, 0xff, 0xfe)],
  ["a form with stray signs", "application/x-www-form-urlencoded", "%&name=%zz&[]&[a]=&a[=1&a]=2&a[][]=3"],
  ["a form with keys of every object", "application/x-www-form-urlencoded", "__proto__[admin]=1&constructor[a]=1"],
  ["a multipart body without boundary", "multipart/form-data", "name"],
  ["a multipart body that ends early", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data"],
  ["an unknown type", "application/xml", "<a/>"],
  ["no type at all", ";;;", "name"],
];

export const bodies = parted(hostileBodies.map(([name, type, body]) => [name, { type, body }]));

/** Each route that writes with this as its body, where it is its turn. */
export const requestsWithBody = (scene: Scene, { type, body }: { type: string; body: Body }, n: number): Request[] =>
  everyRoute
    .filter((route) => route.method !== "GET" && isTurn(n, hostileBodies.length, hashOf(keyOf(route))))
    .map((route) => ({ route, path: goodPath(scene, route), type, body }));
