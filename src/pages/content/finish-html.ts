// The last pass over the HTML of a text: pairs the tags and links the references in its prose.

/** One tag. The values of attributes have no angle brackets, because they were escaped. */
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;

const VOID = new Set(["br", "hr", "img", "input"]);

/** References in them are left alone. */
const LITERAL = ["a", "code", "kbd", "pre", "samp", "tt"];

/** Browsers have a limit as well. */
const MOST_NESTED = 200;

/**
 * Drops closing tags of elements that are not open, and closes those that are, so that the text cannot close an element
 * of the page or leave one open.
 * @param html only permitted tags, everything else escaped
 * @param linkProse changes the text outside of links and code
 */
export function finishHtml(html: string, linkProse: (text: string) => string): string {
  const open = new OpenElements();
  let finished = "";
  let last = 0;
  const addText = (text: string) => {
    finished += text === "" || open.hasAny(LITERAL) ? text : linkProse(text);
  };
  for (const { 0: tag, 1: slash, 2: name = "", index } of html.matchAll(TAG)) {
    addText(html.slice(last, index));
    last = index + tag.length;
    if (VOID.has(name)) finished += slash === "" ? tag : "";
    else finished += slash === "" ? open.begin(name, tag) : open.end(name);
  }
  addText(html.slice(last));
  return finished + open.endAll();
}

class OpenElements {
  readonly #stack: string[] = [];
  readonly #counts = new Map<string, number>();

  hasAny(names: readonly string[]): boolean {
    return names.some((name) => this.#count(name) > 0);
  }

  begin(name: string, tag: string): string {
    if (this.#stack.length === MOST_NESTED) return "";
    this.#stack.push(name);
    this.#counts.set(name, this.#count(name) + 1);
    return tag;
  }

  /** Closes what is open inside as well. */
  end(name: string): string {
    let tags = "";
    while (this.#count(name) > 0) {
      const inner = this.#stack.pop() ?? name;
      this.#counts.set(inner, this.#count(inner) - 1);
      tags += `</${inner}>`;
      if (inner === name) break;
    }
    return tags;
  }

  endAll(): string {
    return this.#stack
      .splice(0)
      .reverse()
      .map((name) => `</${name}>`)
      .join("");
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}
