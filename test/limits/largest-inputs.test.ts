// The largest accepted inputs, on every route: each is answered soon and delays no other request. Inputs beyond the
// limits are in test/http/request-limits.test.ts.
import * as v from "valibot";
import { expect, test } from "vitest";
import type { Params } from "../../src/http/params.ts";
import { unique } from "../support/actors.ts";
import { type Answer, send } from "../support/api.ts";
import { everyRoute, type WalkedRoute } from "../support/every-api.ts";
import { besides, callerOf, createScene, goodPath, type Scene, type Values } from "../support/every-route.ts";
import { sendRaw } from "../support/raw-request.ts";
import { type Held, isBounded, measure } from "./held.ts";
import { type LargeTexts, largeTexts, malformedTexts, plainText } from "./large-texts.ts";

const routes = everyRoute.filter(({ isV4 }) => !isV4);
const writing = routes.filter(({ method }) => method === "POST" || method === "PUT");
const reading = routes.filter(({ method }) => method === "GET");

const LONGEST_TEST = 600_000;

const declaredBy = ({ path, endpoint }: WalkedRoute) =>
  Object.entries(endpoint.params).filter(([name]) => !path.includes(`:${name}`));

/** A request with a JSON body; fetch sends none with GET, so this writes it to the socket. */
async function ask(scene: Scene, route: WalkedRoute, values: Values): Promise<Pick<Answer, "status">> {
  const { headers } = callerOf(scene, route);
  const body = Buffer.from(JSON.stringify(values));
  const path = goodPath(scene, route);
  if (route.method !== "GET") {
    return await send(path, {
      method: route.method,
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`GET /api/v3${path} HTTP/1.1`, "Host: localhost", "Content-Type: application/json", ...lines];
  return await sendRaw([...head, `Content-Length: ${body.length}`], [body]);
}

const measureValue = (scene: Scene, route: WalkedRoute, name: string, value: unknown): Promise<Held> =>
  measure(() =>
    ask(scene, route, { ...besides(scene, route, Object.fromEntries(declaredBy(route)), [name]), [name]: value }),
  );

/** Requests that were too slow, or failed. */
class Findings {
  readonly all: string[] = [];

  add(route: WalkedRoute, name: string, kind: string, held: Held): void {
    if (isBounded(held) && held.status < 500) return;
    const { status, took, waited } = held;
    this.all.push(`${route.method} ${route.path} ${name}, ${kind}: ${status} in ${took} ms, others ${waited} ms`);
  }
}

/** Parameters that take a text, or a number as which a long text might be parsed. */
const takesText = ({ coercion }: Params[string]): boolean =>
  v.safeParse(coercion, "text").success || v.safeParse(coercion, "1").success;

/** Routes that do all the work texts can cause get each of the large texts; elsewhere the texts take turns. */
const thorough = new Set([
  "POST /projects/:id/issues description",
  "PUT /projects/:id/issues/:issue_id description",
  "POST /projects/:id/issues labels",
  "POST /projects/:id/merge_requests description",
  "POST /projects/:id/issues/:noteable_id/notes body",
  "POST /projects/:id/repository/commits commit_message",
  "POST /projects/:id/repository/commits author_name",
]);

/** Every third text, others for each parameter. */
const turn = (texts: LargeTexts, first: number): LargeTexts => texts.filter((_, n) => (n + first) % 3 === 0);

async function findingsOf(scene: Scene, among: readonly WalkedRoute[]): Promise<string[]> {
  const findings = new Findings();
  let count = 0;
  for (const route of among) {
    for (const [name] of declaredBy(route).filter(([, param]) => takesText(param))) {
      count += 1;
      const plain = await measureValue(scene, route, name, plainText);
      findings.add(route, name, "a plain text", plain);
      const isThorough = thorough.has(`${route.method} ${route.path} ${name}`);
      // A plain text parameter may be parsed; any other one checks only length and form.
      const texts = plain.status < 300 ? largeTexts : malformedTexts;
      for (const [kind, text] of isThorough ? texts : turn(texts, count)) {
        findings.add(route, name, kind, await measureValue(scene, route, name, text));
      }
    }
  }
  return findings.all;
}

test("1 MB of text in each parameter of each POST and PUT", { timeout: LONGEST_TEST }, async () => {
  expect(await findingsOf(await createScene(), writing)).toEqual([]);
});

test("1 MB of text in each parameter of each GET", { timeout: LONGEST_TEST }, async () => {
  expect(await findingsOf(await createScene(), reading)).toEqual([]);
});

const lists: [string, readonly unknown[]][] = [
  ["numbers", Array.from({ length: 990 }, (_, n) => n + 1)],
  ["texts", Array.from({ length: 990 }, (_, n) => `text-${n}`)],
  ["long texts", Array.from({ length: 990 }, (_, n) => `${n}`.padEnd(1_000, "x"))],
];

test("1,000 elements in each list of each route", { timeout: LONGEST_TEST }, async () => {
  const scene = await createScene();
  const findings = new Findings();
  for (const route of [...writing, ...reading]) {
    for (const [name, { coercion }] of declaredBy(route)) {
      for (const [kind, list] of lists) {
        if (!v.safeParse(coercion, list).success) continue;
        findings.add(route, name, kind, await measureValue(scene, route, name, list));
      }
    }
  }
  expect(findings.all).toEqual([]);
});

test("1,000 undeclared parameters on each route", { timeout: LONGEST_TEST }, async () => {
  const scene = await createScene();
  const findings = new Findings();
  const many = Object.fromEntries(Array.from({ length: 980 }, (_, n) => [`name-${n}`, `${n}`.padEnd(1_000, "x")]));
  for (const route of [...writing, ...reading]) {
    const held = await measure(() =>
      ask(scene, route, { ...many, ...besides(scene, route, Object.fromEntries(declaredBy(route)), []) }),
    );
    findings.add(route, "1,000 parameters", "each of 1,000 characters", held);
  }
  expect(findings.all).toEqual([]);
});

test("1,000 labels on an issue, and pages of 100 such issues", { timeout: LONGEST_TEST }, async () => {
  const scene = await createScene();
  const findings = new Findings();
  const labels = Array.from({ length: 1_000 }, (_, n) => `label-${n}`).join(",");
  const [create, list] = ["POST /projects/:id/issues", "GET /projects/:id/issues"].map((key) =>
    routes.find(({ method, path }) => `${method} ${path}` === key),
  );
  if (create === undefined || list === undefined) throw new Error("The routes of issues are gone.");
  findings.add(create, "labels", "1,000", await measure(() => ask(scene, create, { title: unique("issue"), labels })));
  for (let n = 0; n < 100; n += 1) await ask(scene, create, { title: unique("issue"), labels });
  findings.add(list, "per_page", "100", await measure(() => ask(scene, list, { per_page: 100 })));
  findings.add(list, "labels", "1,000", await measure(() => ask(scene, list, { per_page: 100, labels })));
  expect(findings.all).toEqual([]);
});
