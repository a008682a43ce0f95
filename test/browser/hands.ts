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

/** Does not wait for each key: the browser keeps their order, and draws the page once for many of them. */
async function pressAll({ keyboard }: Page, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => keyboard.press(key)));
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
    await pressAll(this.page, [...text]);
  }

  async check(label: string): Promise<void> {
    await field(this.page, label).click();
  }
}

/** How often Tab is pressed at most to reach a part of a page. */
const MOST_TABS = 150;

/** What the browser knows of an element, as far as it matters here. */
interface Node {
  readonly ownerDocument: { readonly activeElement: Node; querySelectorAll(selector: string): Iterable<Node> };
  readonly tabIndex: number;
  readonly disabled?: boolean;
  checkVisibility(): boolean;
  compareDocumentPosition(other: Node): number;
}

/**
 * How often Tab leads to the element; negative for Shift and Tab, 0 at it. An estimate: it knows neither groups of radio
 * buttons nor where a fragment of the address leads. Runs in the page.
 */
function tabsTo(element: Node): number {
  const { activeElement } = element.ownerDocument;
  if (activeElement === element) return 0;
  const FOLLOWING = 4;
  const follows = (one: Node, other: Node) => (other.compareDocumentPosition(one) & FOLLOWING) !== 0;
  const isForward = follows(element, activeElement);
  const [from, to] = isForward ? [activeElement, element] : [element, activeElement];
  const reachable = "a[href], button, input, select, textarea, summary, [tabindex]";
  const between = [...element.ownerDocument.querySelectorAll(reachable)].filter(
    (one) => follows(one, from) && follows(to, one) && one.tabIndex >= 0 && !one.disabled && one.checkVisibility(),
  );
  return (between.length + 1) * (isForward ? 1 : -1);
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
    await pressAll(this.page, [...text]);
  }

  async check(label: string): Promise<void> {
    await this.#tabTo(field(this.page, label));
    await this.page.keyboard.press("Space");
  }

  /** @throws Error if Tab does not lead there */
  async #tabTo(target: Locator): Promise<void> {
    const element = await target.elementHandle();
    let isFirst = true;
    for (let pressed = 0; pressed < MOST_TABS; ) {
      const tabs = (await element?.evaluate(tabsTo)) ?? 1;
      if (tabs === 0) return;
      // The first estimate is right on most pages.
      const count = isFirst ? Math.abs(tabs) : 1;
      await this.#tab(count, tabs < 0);
      isFirst = false;
      pressed += count;
    }
    throw new Error(`Tab does not lead to ${target} of ${this.page.url()}.`);
  }

  async #tab(count: number, isBackwards: boolean): Promise<void> {
    const { keyboard } = this.page;
    if (isBackwards) await keyboard.down("Shift");
    await pressAll(this.page, Array<string>(count).fill("Tab"));
    if (isBackwards) await keyboard.up("Shift");
  }
}
