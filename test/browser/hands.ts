// The two ways to use a page: by mouse, and by keyboard alone.
import type { Locator, Page } from "playwright-core";

type Role = Parameters<Page["getByRole"]>[0];

/** Finds parts of the page by what assistive technology calls them. */
export interface Hand {
  readonly page: Page;
  /** Presses a link, a button, or what opens and closes details. @param within name of the navigation it is in */
  press(role: Role, name: string | RegExp, within?: string): Promise<void>;
  /** Replaces the text of a field. */
  enter(label: string, text: string): Promise<void>;
  /** Checks a box. */
  check(label: string): Promise<void>;
}

function found(page: Page, role: Role, name: string | RegExp, within: string | undefined): Locator {
  const place = within === undefined ? page : page.getByRole("navigation", { name: within, exact: true });
  return place.getByRole(role, { name, exact: typeof name === "string" }).first();
}

/** Forms have labels as well. */
const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator("input, select, textarea")).first();

export class Mouse implements Hand {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(role: Role, name: string | RegExp, within?: string): Promise<void> {
    await found(this.page, role, name, within).click();
  }

  async enter(label: string, text: string): Promise<void> {
    // The third click selects a line.
    await field(this.page, label).click({ clickCount: 3 });
    await this.page.keyboard.type(text);
  }

  async check(label: string): Promise<void> {
    await field(this.page, label).click();
  }
}

/** How often Tab is pressed at most to reach a part of a page. */
const MOST_TABS = 150;

/** What the browser knows of an element, as far as it matters here. */
interface Node {
  readonly ownerDocument: { readonly activeElement: Node };
  compareDocumentPosition(other: Node): number;
}

/** The key that leads towards the element; null at it. Runs in the page. */
function keyTowards(element: Node): string | null {
  const { activeElement } = element.ownerDocument;
  if (activeElement === element) return null;
  const PRECEDING = 2;
  return (activeElement.compareDocumentPosition(element) & PRECEDING) === 0 ? "Tab" : "Shift+Tab";
}

export class Keyboard implements Hand {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(role: Role, name: string | RegExp, within?: string): Promise<void> {
    await this.#tabTo(found(this.page, role, name, within));
    await this.page.keyboard.press(role === "link" ? "Enter" : "Space");
  }

  async enter(label: string, text: string): Promise<void> {
    await this.#tabTo(field(this.page, label));
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text);
  }

  async check(label: string): Promise<void> {
    await this.#tabTo(field(this.page, label));
    await this.page.keyboard.press("Space");
  }

  /** @throws Error if Tab does not lead there */
  async #tabTo(target: Locator): Promise<void> {
    const element = await target.elementHandle();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      const key = await element?.evaluate(keyTowards);
      if (key === null) return;
      await this.page.keyboard.press(key ?? "Tab");
    }
    throw new Error(`Tab does not lead to ${target} of ${this.page.url()}.`);
  }
}
