// Scripts in every text that people can enter: pages show them, and none runs.
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { browserTest, closeBrowser, Visitor } from "../support/chromium.ts";
import { once } from "../support/once.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { everywhere, type Names, pages } from "./places.ts";
import { createWorld } from "./world.ts";

const world = once(() => createWorld(hostileTexts, unique("")));

const visit = once(async () => {
  const { owner } = await world();
  // Sessions are listed with their browsers.
  const visitor = await Visitor.signedIn(owner, { userAgent: '"><img src=x onerror=window.hacked=1>' });
  return { visitor, strays: watch(visitor.page) };
});

afterAll(async () => {
  await (await visit()).visitor[Symbol.asyncDispose]();
  await (await world())[Symbol.asyncDispose]();
  await closeBrowser();
});

/** Collects what pages did: dialogs, requests for other servers, frames. */
function watch(page: Page): string[] {
  const strays: string[] = [];
  page.on("dialog", (dialog) => {
    strays.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith("data:image/")) strays.push(`request ${url}`);
  });
  page.on("framenavigated", (frame) => {
    if (frame.parentFrame() !== null) strays.push(`frame ${frame.url()}`);
  });
  return strays;
}

/** What could run a script, though the Content-Security-Policy would stop it. A text, because pages evaluate it. */
const DANGERS = `(() => {
  const found = window.hacked === undefined ? [] : ["hacked is " + window.hacked];
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

async function dangersAt(path: string): Promise<string[]> {
  const { visitor, strays } = await visit();
  const [before, errors] = [strays.length, visitor.errors.length];
  const response = await visitor.page.goto(path).catch((error: Error) => {
    // The browser shows no page then.
    if (!error.message.includes("Download is starting")) throw error;
  });
  if (response?.ok() === false) strays.push(`status ${response.status()}`);
  const found = await visitor.page.evaluate<string[]>(DANGERS);
  return [...found, ...strays.slice(before), ...visitor.errors.slice(errors)];
}

browserTest.for([...everywhere, ...pages])("%s", async ([, address]) => {
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
  expect(await visitor.page.locator("h1").textContent()).toContain(hostileTexts.issues[0].title);
});
