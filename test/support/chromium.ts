// Chromium, in which the tests of test/browser use the pages as people do. Without one they are skipped, loudly.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { test } from "vitest";
import { baseUrl, type Caller } from "./api.ts";

const candidates = [
  process.env.CHROMIUM,
  // The same engine without a browser around it, for two thirds of the CPU time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const executablePath = candidates.find((path) => path !== undefined && existsSync(path));

if (executablePath === undefined) {
  console.warn(
    "\n!!! There is no Chromium: the tests in a browser are SKIPPED. Install it, or name it in CHROMIUM. !!!\n",
  );
}

/** A test that needs the browser. */
export const browserTest = test.skipIf(executablePath === undefined);

/** Chromium takes the last list of them, so it has to repeat what Playwright disables against requests to elsewhere. */
const disabledFeatures = [
  ...["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "MediaRouter", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch", "LensOverlay", "PaintHolding"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "ThirdPartyStoragePartitioning"],
  // A frame of the browser for each document: a fifth of the CPU time of going to a page.
  "RenderDocument",
];

const args = [
  // The sandbox needs rights that containers do not have.
  "--no-sandbox",
  // Nothing is drawn by a GPU, so it needs no process: a sixth of the CPU time of going to a page.
  "--disable-gpu",
  "--in-process-gpu",
  `--disable-features=${disabledFeatures.join(",")}`,
];

let launched: Promise<Browser> | undefined;

/** One for all files that a process runs. It ends with the process. */
function launch(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: executablePath ?? "", args });
  return launched;
}

export interface Look {
  readonly colorScheme?: "light" | "dark";
  /** In CSS pixels. */
  readonly width?: number;
  readonly userAgent?: string;
}

const HEIGHT = 900;

/** An expression for pages: true if the page is wider than the window, so that it has to be scrolled sideways. */
export const TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** A statement for pages: opens what is folded. */
export const UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; });";

/** One visitor's browser. Fails if a page reports an error, a refused script or style, or a missing asset. */
export class Visitor {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #errors: string[] = [];
  #hasAxe = false;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on("pageerror", (error) => this.#errors.push(error.message));
    page.on("console", (message) => {
      // Statuses of pages are for the tests to check.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.#errors.push(message.text());
      }
    });
    page.on("response", (response) => {
      if (response.url().includes("/-/assets/") && !response.ok()) {
        this.#errors.push(`${response.url()}: ${response.status()}`);
      }
    });
  }

  static async create({ colorScheme = "light", width = 1440, ...options }: Look = {}): Promise<Visitor> {
    const browser = await launch();
    const viewport = { width, height: HEIGHT };
    const context = await browser.newContext({ baseURL: baseUrl, colorScheme, viewport, ...options });
    return new Visitor(context, await context.newPage());
  }

  /** @param caller whose token signs in */
  static async signedIn(caller: Caller, look: Look = {}): Promise<Visitor> {
    const visitor = await Visitor.create(look);
    await visitor.page.goto("/-/sign_in");
    await visitor.page.getByLabel("Access token").fill(caller.token ?? "");
    await visitor.page.getByRole("button", { name: "Sign in" }).click();
    await visitor.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visitor;
  }

  /** What pages have reported so far. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /**
   * Replaces the document by another page of the server, as if the visitor had gone there. The window stays, and with it
   * the loaded and compiled axe: a third of the CPU time. The page must have the same policies as the one that was gone
   * to, and no modules, which a window runs only once.
   */
  async write(path: string, html: string): Promise<void> {
    await this.page.evaluate(`(async () => {
      history.replaceState(null, "", ${JSON.stringify(path)});
      document.open();
      const loaded = new Promise((resolve) => addEventListener("load", resolve, { once: true }));
      document.write(${JSON.stringify(html)});
      document.close();
      await loaded;
    })()`);
  }

  /** Shows the current page as in another theme and window. */
  async look({ colorScheme, width }: Required<Pick<Look, "colorScheme" | "width">>): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.setViewportSize({ width, height: HEIGHT });
  }

  /**
   * Problems of the current page as it looks now: axe's serious and critical findings and what is outside of all
   * landmarks, by rule and element, and "too wide" for a page that has to be scrolled sideways.
   * @param rules all, if undefined
   */
  async problems(rules?: readonly string[]): Promise<string[]> {
    await this.#loadAxe();
    // It would load style sheets for rules that find nothing serious.
    const options = { reporter: "no-passes", preload: false, ...(rules !== undefined && { runOnly: rules }) };
    // One text for all of it, because each evaluation is a message to the page and back.
    return this.page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) => [
      ...violations
        .filter(({ id, impact }) => id === "region" || impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))),
      ...(${TOO_WIDE} ? ["too wide"] : []),
    ])`);
  }

  async #loadAxe(): Promise<void> {
    if (this.#hasAxe) return;
    this.#hasAxe = true;
    const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    await this.page.evaluate(source);
    // Later pages have it from the start.
    await this.page.addInitScript({ content: source });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
