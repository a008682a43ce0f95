// Scripts in every text that people can enter: pages show them, and none runs.
import { once as listening } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { unique } from "../support/actors.ts";
import { browserTest, TOO_WIDE, UNFOLD, Visitor } from "../support/chromium.ts";
import { once } from "../support/once.ts";
import { hostileTexts, hostileTitle } from "./hostile-texts.ts";
import { everywhere, type Names } from "./places.ts";
import { createWorld } from "./world.ts";

/** A server that no page may send a request to. */
const elsewhere = once(async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`request ${request.url}`);
    response.end();
  }).listen(0, "127.0.0.1");
  await listening(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, requests, origin: `http://127.0.0.1:${port}` };
});

const world = once(async () => createWorld(hostileTexts((await elsewhere()).origin), unique("")));

const visit = once(async () => {
  const { owner } = await world();
  // Sessions are listed with their browsers.
  const userAgent = '"><img src=x onerror=window.hacked=1>';
  const visitor = await Visitor.signedIn(owner, { userAgent, width: 375 });
  return { visitor, strays: watch(visitor.page) };
});

afterAll(async () => {
  await (await visit()).visitor[Symbol.asyncDispose]();
  await (await world())[Symbol.asyncDispose]();
  (await elsewhere()).server.close();
});

/** Collects what pages did: dialogs, and requests of and for frames. */
function watch(page: Page): string[] {
  const strays: string[] = [];
  page.on("dialog", (dialog) => {
    strays.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("framenavigated", (frame) => {
    if (frame.parentFrame() !== null) strays.push(`frame ${frame.url()}`);
  });
  return strays;
}

/**
 * What could run a script, though the Content-Security-Policy would stop it, and "too wide". A text, because pages
 * evaluate it.
 */
const DANGERS = `(() => {
  ${UNFOLD}
  const found = window.hacked === undefined ? [] : ["hacked is " + window.hacked];
  if (${TOO_WIDE}) found.push("too wide");
  // The browser shows other files by elements of its own.
  if (document.contentType !== "text/html") return found;
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    if (["iframe", "object", "embed", "base", "style", "math"].includes(name)) found.push(name);
    if (name === "script" && !element.src.startsWith(location.origin + "/-/assets/")) found.push("script");
    if (name === "link" && !element.href.startsWith(location.origin + "/")) found.push("link " + element.href);
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/.test(attribute) || attribute === "style" || attribute === "srcdoc") found.push(name + " " + attribute);
      if (["href", "src", "action", "formaction", "xlink:href", "data", "poster"].includes(attribute) &&
        /^\\s*(?:javascript|vbscript|data:(?!image\\/))/i.test(value)) found.push(name + " " + attribute + "=" + value);
    }
  }
  return found;
})()`;

/** Number of errors that tests have seen. One that a page reports late counts for the next page. */
let seen = 0;

/** What pages have reported since the last call, without refused images from elsewhere. */
async function newErrors(): Promise<string[]> {
  const { errors } = (await visit()).visitor;
  const { origin } = await elsewhere();
  const refused = `Loading the image '${origin}/image' violates the following Content Security Policy directive: "img-src `;
  const reported = errors.slice(seen).filter((error) => !error.startsWith(refused));
  seen = errors.length;
  return reported;
}

async function dangersAt(path: string): Promise<string[]> {
  const { visitor, strays } = await visit();
  const { requests } = await elsewhere();
  const before = [strays.length, requests.length];
  const response = await visitor.page.goto(path).catch((error: Error) => {
    // The browser shows no page then.
    if (!error.message.includes("Download is starting")) throw error;
  });
  const status = response?.ok() === false ? [`status ${response.status()}`] : [];
  const found = await visitor.page.evaluate<string[]>(DANGERS);
  return [...status, ...found, ...strays.slice(before[0]), ...requests.slice(before[1]), ...(await newErrors())];
}

browserTest.for(everywhere)("%s", async ([, address]) => {
  const { names } = await world();
  expect(await dangersAt(address(names))).toEqual([]);
});

const files = ["picture.svg", "page.html", "script.js"];

const inProject = ({ project }: Names, path: string) => `/${project}/${path}`;

browserTest.for(files.flatMap((file) => [`blob/main/code/${file}`, `raw/main/code/${file}`]))("%s", async (path) => {
  const { names } = await world();
  expect(await dangersAt(inProject(names, path))).toEqual([]);
});

browserTest("the title of an issue is shown as it was written", async () => {
  const { names } = await world();
  const { visitor } = await visit();
  await visitor.page.goto(inProject(names, `issues/${names.issue}`));
  expect(await visitor.page.locator("h1").textContent()).toContain(hostileTitle);
});
