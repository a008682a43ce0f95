// The cache of bundles, which processes fill and evict from while others read.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cached, noteUse } from "../../../scripts/bundle-cache.ts";

let cache: string;

beforeEach(() => {
  cache = join(mkdtempSync(join(tmpdir(), "tributary-cache-")), "bundles");
});

afterEach(() => rmSync(join(cache, ".."), { recursive: true }));

const make = (content: string) => async (folder: string) => writeFileSync(join(folder, "index.js"), content);
const failing = async (folder: string) => {
  writeFileSync(join(folder, "index.js"), "half");
  throw new Error("The build failed");
};
const read = (folder: string) => readFileSync(join(folder, "index.js"), "utf8");
const names = () => readdirSync(cache).sort();

/** @param minutes since the last use */
function age(name: string, minutes: number): void {
  const time = new Date(Date.now() - minutes * 60_000);
  utimesSync(join(cache, name), time, time);
}

/** Fills the cache, the last of which was used longest ago: an hour. */
async function fill(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, at) => `key-${at}`);
  for (const key of keys) await cached(cache, key, make(key));
  for (const [at, key] of keys.entries()) age(key, at === count - 1 ? 60 : 20 + at);
  return keys;
}

test("what was made is not made again", async () => {
  const folder = await cached(cache, "key", make("first"));
  expect(await cached(cache, "key", failing)).toBe(folder);
  expect(read(folder)).toBe("first");
});

test("of two that make the same at once, both get what one of them has made, and nothing else remains", async () => {
  const [one, other] = await Promise.all(["one", "other"].map((content) => cached(cache, "key", make(content))));
  expect(one).toBe(other);
  expect(["one", "other"]).toContain(read(one ?? ""));
  expect(names()).toEqual(["key"]);
});

test("a failure leaves nothing, and the next call makes it", async () => {
  await expect(cached(cache, "key", failing)).rejects.toThrow("The build failed");
  expect(names()).toEqual([]);
  expect(read(await cached(cache, "key", make("whole")))).toBe("whole");
});

test("the eight that were used last are kept, however long ago that was", async () => {
  const keys = await fill(8);
  await cached(cache, "new", make("new"));
  expect(names()).toEqual([...keys.slice(0, -1), "new"].sort());
});

test.each([
  ["found", (folder: string) => cached(cache, "key-7", failing).then(() => read(folder))],
  ["noted to be in use", noteUse],
])("the oldest is not evicted once it was %s", async (_, use) => {
  const keys = await fill(8);
  await use(join(cache, "key-7"));
  await cached(cache, "new", make("new"));
  expect(names()).toEqual([...keys.filter((key) => key !== "key-6"), "new"].sort());
});

test("what was used within ten minutes is kept, however much there is", async () => {
  const keys = await fill(12);
  for (const key of keys) age(key, 9);
  await cached(cache, "new", make("new"));
  expect(names()).toEqual([...keys, "new"].sort());
});

test("what a killed process has begun or evicted goes as well", async () => {
  const keys = await fill(8);
  for (const name of ["unfinished-a", `key-${crypto.randomUUID()}`]) {
    mkdirSync(join(cache, name));
    age(name, 90);
  }
  await cached(cache, "new", make("new"));
  expect(names()).toEqual([...keys.slice(0, -1), "new"].sort());
});

test("the use of what was evicted is not noted", async () => {
  expect(await noteUse(join(cache, "key"))).toBe(false);
  expect(existsSync(cache)).toBe(false);
});
