// Bad input never gives a 500: every route, with all that does not belong in its path, its parameters and its body.
// What is hostile takes turns, the same ones in every run: each parameter is given every second value, each route every
// second body and query, and each path has a value in all its places or in the last. So every value meets many routes,
// and every route and parameter many values.
import * as v from "valibot";
import { expect, test } from "vitest";
import type { Params } from "../../src/http/params.ts";
import type { Route } from "../../src/http/route-table.ts";
import { routes } from "../../src/routes/index.ts";
import { type Actor, createAdmin, createUser, ok, unique } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { createFullIssue, createGroup, createProject } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { createFullMergeRequest, walkedName } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";

const AT_ONCE = 4;
/** Nothing has this id. What others made must not be named: administrators, who are among the callers, could change it. */
const NOTHING = 999_999_999;

/** Where no hook reaches anybody. */
const nowhere = "http://127.0.0.1:9/";

/** Who asks, and what there is of theirs for the segments of a path to name. */
interface Scene {
  readonly owner: Actor;
  readonly admin: Actor;
  /** The title of one in the project. */
  readonly label: string;
  readonly names: Readonly<Record<string, number | string>>;
}

async function createScene(): Promise<Scene> {
  const [owner, admin, victim] = await Promise.all([createUser(), createAdmin(), createUser()]);
  const [group, other] = [await createGroup(owner), await createGroup(owner)];
  const [project, source] = [await createProject(owner, { namespace_id: group.id }), await createProject(owner)];
  const { todo_id, ...issue } = await createFullIssue(owner, project);
  await seedRepository(owner, project, { "README.md": "Read me\n" });
  await ok(owner.post(`/projects/${project.id}/repository/tags`, { tag_name: "v1", ref: "main", message: "One" }));
  const mergeRequest = await createFullMergeRequest(owner, project, { source_branch: "v1" });
  const hook = await ok(owner.post(`/projects/${project.id}/hooks`, { url: nowhere }));
  return {
    owner,
    admin,
    label: issue.label,
    names: {
      group: group.id,
      project: project.id,
      user: victim.id,
      todo: todo_id,
      group_id: other.id,
      project_id: source.id,
      forked_from_id: source.id,
      issue_id: issue.issue_id,
      noteable_id: issue.noteable_id,
      subscribable_id: issue.subscribable_id,
      note_id: issue.note_id,
      award_id: issue.award_id,
      note_award_id: issue.note_award_id,
      label_id: issue.label_id,
      milestone_id: issue.milestone_id,
      to_project_id: source.id,
      user_id: victim.id,
      branch: "main",
      sha: "main",
      blob_id: "d67064b5343698146a1d22c063f80b039020314a",
      tag_name: "v1",
      hook_id: hook.id,
      event: "push_events",
      ...mergeRequest,
    },
  };
}

const segments = (path: string) => path.split("/").slice(1);
const isParam = (segment: string) => segment.startsWith(":");

/** What a segment can name without a 404. */
function existing({ names }: Scene, path: string, segment: string): string {
  const name = /^:(\w+)/.exec(segment)?.[1] ?? "";
  const resource = segments(path)[0]?.replace(/s$/, "") ?? "";
  return String((name === "id" ? names[resource] : names[walkedName(path, name)]) ?? NOTHING);
}

const fillPath = (path: string, fill: (segment: string, isLast: boolean) => string): string => {
  const params = segments(path).filter(isParam);
  return `/${segments(path)
    .map((segment) => (isParam(segment) ? fill(segment, segment === params.at(-1)) : segment))
    .join("/")}`;
};

/** A path to what is there; of what would be deleted there is nothing, or the next request would find nothing. */
const goodPath = (scene: Scene, { method, path }: Route) =>
  fillPath(path, (segment, isLast) =>
    method === "DELETE" && isLast && path.endsWith(segment) ? String(NOTHING) : existing(scene, path, segment),
  );

/** An endpoint's work is only reached by who may do it. */
const callerOf = (scene: Scene, { endpoint }: Route) => (endpoint.access === "admin" ? scene.admin : scene.owner);

interface Request {
  readonly route: Route;
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** What a repository holds is answered as it is. */
const answersFiles = ({ path }: Route) => /\/(?:archive|blobs?|raw_blobs)\b/.test(path);

/** Sends all of them and tells which were answered with a 500, or with what is not JSON. */
async function failuresOf(scene: Scene, requests: readonly Request[]): Promise<string[]> {
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
        isDownload || (answer.text === "" ? [204, 304].includes(answer.status) : typeof answer.body !== "string");
      const isFile = answer.status === 200 && answersFiles(route);
      if (answer.status >= 500 || !(isJson || isFile))
        failures.push(`${method} ${path.slice(0, 200)}: ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}

/** For what changes nothing: readings, and paths to what is not there. */
const lastingScene = once(createScene);

/** 0 or 1, by which what this is the key of begins to take turns. */
const beginning = (...key: readonly string[]): number =>
  [...key.join(" ")].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 16_777_619), 0x811c9dc5) & 1;

/** Whether the nth of some things is for this route. */
const isTurn = ({ method, path }: Route, n: number): boolean => (n + beginning(method, path)) % 2 === 0;

const LONG = 10_000;

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

test.each(hostileNames.map(([name, hostile], n) => [name, hostile, n] as const))(
  "%s in the place of a name in a path",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await lastingScene();
    const requests = routes.flatMap((route): Request[] => {
      const everywhere = isTurn(route, n);
      const path = fillPath(route.path, (segment, isLast) =>
        everywhere || isLast ? hostile : existing(scene, route.path, segment),
      );
      return path === route.path ? [] : [{ route, path }];
    });
    expect(await failuresOf(scene, requests)).toEqual([]);
  },
);

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

type Values = Record<string, unknown>;

/** What is good of a parameter, where any text is not. */
const good = ({ label }: Scene, { method, path }: Route): Values => ({
  // Which label is changed stands in its name.
  name: method === "PUT" && path.endsWith("/labels") ? label : unique("name"),
  color: "#428BCA",
  duration: "1h",
  // A new one, unless it is committed to.
  branch_name: path.endsWith("/branches") ? unique("branch") : "main",
  actions: [{ action: "create", file_path: unique("file"), content: "x" }],
  tag_name: unique("tag"),
  // A hook of the server would hear of all that other tests do.
  url: path === "/hooks" ? "nowhere" : nowhere,
  source_branch: unique("branch"),
  target_branch: "main",
  ref: "main",
  ...(path.includes("/statuses/") && { state: "success" }),
  ...(path.endsWith("/comments") && { path: "README.md", line: 1 }),
  email: `${unique("x")}@example.com`,
  password: "secret-enough",
  scopes: ["api"],
});

/** What must be there beside the hostile: what exists, what is good, or whatever the coercion takes. */
function besides(scene: Scene, route: Route, declared: Params, hostile: readonly string[]): Values {
  const known = { ...scene.names, ...good(scene, route) };
  const entries = Object.entries(declared).flatMap(([name, { coercion, required }]) => {
    if (hostile.includes(name) || !(required || name in known)) return [];
    const values = [known[name], unique("filler"), 10, true, "2030-01-01"];
    return [[name, values.find((value) => value !== undefined && v.safeParse(coercion, value).success)]];
  });
  return Object.fromEntries(entries);
}

type Param = Params[string];

const takes = ({ coercion }: Param, hostile: unknown): boolean => v.safeParse(coercion, hostile).success;

/**
 * Whether it is the turn of the nth value for a parameter: every second is one, apart for those it takes and those it
 * does not, so that there are both. Where none would be, each is.
 */
function isTurnOf(param: Param, n: number, begin: number): boolean {
  const taken = takes(param, hostileValues[n]?.[1]);
  const alike = [...hostileValues.keys()].filter((other) => takes(param, hostileValues[other]?.[1]) === taken);
  const turns = alike.filter((other) => (other + begin) % 2 === 0);
  return turns.length === 0 || turns.includes(n);
}

/**
 * The parameters that take the hostile value, each alone where something is written, since what one of them is
 * refused for hides the others; and those that do not take it, all together. Only those whose turn it is.
 */
function hostileSets(scene: Scene, route: Route, hostile: unknown, n: number): Values[] {
  const { method, endpoint, path } = route;
  const declared = Object.entries(endpoint.params).filter(([name]) => !path.includes(`:${name}`));
  // What is sent together takes turns together.
  const isAlone = (param: Param) => method !== "GET" && takes(param, hostile);
  const due = declared.filter(([name, param]) =>
    isTurnOf(param, n, isAlone(param) ? beginning(method, path, name) : beginning(method, path)),
  );
  const accepted = due.filter(([, param]) => takes(param, hostile)).map(([name]) => name);
  const refused = due.filter(([, param]) => !takes(param, hostile)).map(([name]) => name);
  const sets = [refused, ...(method === "GET" ? [accepted] : accepted.map((name) => [name]))];
  return sets
    .filter((names) => names.length > 0)
    .map((names) => ({
      ...besides(scene, route, Object.fromEntries(declared), names),
      ...Object.fromEntries(names.map((name) => [name, hostile])),
    }));
}

/** `name=x`, `name[]=x`, `name[key]=x`; form-encoding has no lone surrogates, so these become U+FFFD. */
function toQuery(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]): string[][] => {
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)]);
    if (typeof value === "object" && value !== null) return [[`${name}[key]`, "1"]];
    return value === null ? [[name, ""]] : [[name, String(value).slice(0, 2000)]];
  });
  return new URLSearchParams(pairs).toString();
}

test.each(hostileValues.map(([name, hostile], n) => [name, hostile, n] as const))(
  "%s in the place of a parameter",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await createScene();
    const requests = routes.flatMap((route): Request[] => {
      const path = goodPath(scene, route);
      return hostileSets(scene, route, hostile, n).map((values) =>
        route.method === "GET"
          ? { route, path: `${path}?${toQuery(values)}` }
          : { route, path, type: "application/json", body: JSON.stringify(values) },
      );
    });
    expect(await failuresOf(scene, requests)).toEqual([]);
  },
);

test("10 000 characters to search for, in every list", async () => {
  const scene = await lastingScene();
  const requests = routes
    .filter(({ method }) => method === "GET")
    .map((route) => ({ route, path: `${goodPath(scene, route)}?search=${"%25_".repeat(LONG / 4)}` }));
  expect(await failuresOf(scene, requests)).toEqual([]);
});

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

test.each(hostileQueries.map((query, n) => [query, n] as const))(
  "the query %s",
  { timeout: 60_000 },
  async (query, n) => {
    const scene = await lastingScene();
    const requests = routes
      .filter((route) => route.method === "GET" && isTurn(route, n))
      .map((route) => ({ route, path: `${goodPath(scene, route)}?${query}` }));
    expect(await failuresOf(scene, requests)).toEqual([]);
  },
);

const bytes = (...values: number[]) => new Uint8Array(values);

const hostileBodies: [string, string, string | Uint8Array<ArrayBuffer>][] = [
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

test.each(hostileBodies.map(([name, type, body], n) => [name, type, body, n] as const))(
  "a body that is %s",
  { timeout: 60_000 },
  async (_name, type, body, n) => {
    const scene = await createScene();
    const requests = routes
      .filter((route) => route.method !== "GET" && isTurn(route, n))
      .map((route) => ({ route, path: goodPath(scene, route), type, body }));
    expect(await failuresOf(scene, requests)).toEqual([]);
  },
);
