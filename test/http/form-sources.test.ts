// Query strings and forms are split as URLSearchParams does, which most of them do without.
import { once as nextOf } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { readParams, readQuery } from "../../src/http/sources.ts";
import { Random } from "../git/random.ts";
import { once } from "../support/once.ts";
import { cases } from "../support/sample.ts";

/** No hexadecimal digits, which would complete a percent sign before them. */
const plain = [..."x y x= = & & + ; ? ' é 😀".split(" "), " ", '"', "\0", "\r\n", "\ufeff", "\ud800"];
const percent = "% %4 %41 %26 %3D %2B %00 %e2%82%ac".split(" ");
const bracketed = [..."[ ] [] a[]= a[b]= a[][b]= not[a]= not[a][]= a = & & + é".split(" "), "\0"];

const textOf = (random: Random, pieces: readonly string[]): string =>
  random.times(random.below(16), () => random.pick(pieces)).join("");

const randomText = (random: Random): string => textOf(random, random.chance(50) ? plain : [...plain, ...percent]);

const inForm = async (text: string) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = new Request("http://host/", { method: "POST", headers, body: text });
  return await readParams(request, readQuery(new URL("http://host/")), 100_000);
};

/** Each character but those of the form itself. */
const encoded = (text: string): string =>
  text.replace(/[^&=+]/gu, (one) => Buffer.from(one).toString("hex").replace(/../g, "%$&"));

/** The last of equal names wins, and a name without `=` has the value null. */
function expected(source: string): Map<string, string | null> {
  const parts = source
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "");
  const pairs = [...new URLSearchParams(source)];
  return new Map(pairs.map(([name, value], at) => [name, parts[at]?.includes("=") === true ? value : null]));
}

test("a random form has the parameters that URLSearchParams finds", async () => {
  for (let seed = 1; seed <= cases(1_000); seed++) {
    const text = randomText(new Random(seed));
    // A byte order mark before a body is not part of it.
    const given = expected(text.replace(/^\ufeff/, ""));
    expect({ seed, text, given: await inForm(text) }).toEqual({ seed, text, given });
  }
});

test("a random query has the parameters that URLSearchParams finds", () => {
  for (let seed = 1; seed <= cases(1_000); seed++) {
    const url = new URL(`http://host/?${randomText(new Random(seed))}`);
    const { search } = url;
    expect({ seed, search, given: readQuery(url).given }).toEqual({ seed, search, given: expected(search.slice(1)) });
  }
});

test("random parameters with brackets mean the same percent-encoded", async () => {
  for (let seed = 1; seed <= cases(1_000); seed++) {
    const text = textOf(new Random(seed), bracketed).toWellFormed();
    expect({ seed, text, given: await inForm(text) }).toEqual({ seed, text, given: await inForm(encoded(text)) });
  }
});

/** Has the heap of a Worker, 128 MB. It reads forms of one value, and answers with the value's length. */
const smallWorker = once(async () => {
  const sources = JSON.stringify(new URL("../../src/http/sources.ts", import.meta.url).href);
  const code = `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", async ({ pattern, times }) => {
      const { readParams, readQuery } = await import(${sources});
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const body = Buffer.concat([Buffer.from("a="), Buffer.alloc(pattern.length * times, pattern)]);
      const request = new Request("http://host/", { method: "POST", headers, body });
      const given = await readParams(request, readQuery(new URL("http://host/")), body.length);
      parentPort.postMessage(given.get("a").length);
    })`;
  const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 128 } });
  return { worker, exited: nextOf(worker, "exit") };
});

afterAll(async () => (await smallWorker()).worker.terminate());

async function lengthBySmallWorker(pattern: string, times: number): Promise<unknown> {
  const { worker, exited } = await smallWorker();
  const answered = nextOf(worker, "message");
  worker.postMessage({ pattern, times });
  const [length] = await Promise.race([answered, exited.then(() => ["none, since the worker has ended"])]);
  return length;
}

test.each(["==", "x;"])("ten million times %j in a value fit into a Worker's heap", async (pattern) => {
  expect(await lengthBySmallWorker(pattern, 10_000_000)).toBe(20_000_000);
});
