// Chromium, in which the tests of test/browser use the pages as people do. Without one they are skipped, loudly.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { test } from "vitest";
import { baseUrl, type Caller } from "./api.ts";

const candidates = [
  process.env.CHROMIUM,
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

let launched: Promise<Browser> | undefined;

/** One for all files that a process runs. It ends with the process. */
function launch(): Promise<Browser> {
  // The sandbox needs rights that containers do not have.
  launched ??= chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  return launched;
}

export interface Look {
  readonly colorScheme?: "light" | "dark";
  /** In CSS pixels. */
  readonly width?: number;
  readonly userAgent?: string;
}

const HEIGHT = 900;

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

  /** Shows the current page as in another theme and window. */
  async look({ colorScheme, width }: Required<Pick<Look, "colorScheme" | "width">>): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.setViewportSize({ width, height: HEIGHT });
  }

  /**
   * axe's serious and critical findings on the current page, and what is outside of all landmarks: rule and element.
   * @param rules all, if undefined
   */
  async accessibilityProblems(rules?: readonly string[]): Promise<string[]> {
    await this.#loadAxe();
    const options = { resultTypes: ["violations"], ...(rules !== undefined && { runOnly: rules }) };
    // A text, because it is evaluated in the page.
    const { violations } = await this.page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    return violations
      .filter(({ id, impact }) => id === "region" || impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  }

  async #loadAxe(): Promise<void> {
    if (this.#hasAxe) return;
    this.#hasAxe = true;
    const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    await this.page.evaluate(source);
    // Later pages have it from the start.
    await this.page.addInitScript({ content: source });
  }

  /** Opens what is folded. */
  async unfold(): Promise<void> {
    await this.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  }

  /** True if the page is wider than the window, so that it has to be scrolled sideways. */
  isTooWide(): Promise<boolean> {
    return this.page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
