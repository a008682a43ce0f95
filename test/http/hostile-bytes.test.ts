// Bad input never gives a 500: every route, with what the platform reads before the Worker or its database does. On workerd.
import { expect, test } from "vitest";
import { routes } from "../../src/api/v3/index.ts";
import { createScene, goodPath } from "../support/every-route.ts";
import {
  failuresOf,
  isTurn,
  LONG,
  lastingScene,
  namesInPaths,
  requestsWithName,
  requestsWithValue,
  valuesOfParameters,
} from "./hostile.ts";

test.each(namesInPaths.ofPlatform)(
  "%s in the place of a name in a path",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await lastingScene();
    expect(await failuresOf(scene, requestsWithName(scene, hostile, n))).toEqual([]);
  },
);

test.each(valuesOfParameters.ofPlatform)(
  "%s in the place of a parameter",
  { timeout: 60_000 },
  async (_name, hostile, n) => {
    const scene = await createScene();
    expect(await failuresOf(scene, requestsWithValue(scene, hostile, n))).toEqual([]);
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
