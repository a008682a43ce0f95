// Splits Markdown into tokens within a bound of work, because marked takes quadratic time for some texts.
import { getDefaults, Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

/** Longer texts are not rendered: UTF-16 units. */
const MOST_CHARACTERS = 250_000;

/** Nested blocks: marked recurses, and lexes the content of a block once more at each level. */
const MOST_NESTED = 32;

/** A longer word is not searched for the end of a URL. */
const LONGEST_URL = 2_000;

/** Characters that marked may look at, in total. Most take a few nanoseconds; what is real takes a tenth of it. */
const MOST_WORK = 12_000_000;

/** How often each character of a text is looked at in any case, the last pass over the HTML included. */
const PASSES = 25;

/** The text takes too much work. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
}

/** Work that is left to a text, or to all texts of a page that share it. */
export class Work {
  #left: number;

  constructor(characters = MOST_WORK) {
    this.#left = characters;
  }

  /** @throws TooMuchWork */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new TooMuchWork();
  }
}

/** @throws TooMuchWork */
export function lex(source: string, work: Work): Token[] {
  if (source.length > MOST_CHARACTERS) throw new TooMuchWork();
  work.spend(source.length * PASSES + lazyLines(source));
  return new BoundedLexer(work).lex(source.replaceAll("\0", "\ufffd"));
}

class BoundedLexer extends Lexer {
  #depth = 0;

  constructor(work: Work) {
    super({ ...getDefaults(), tokenizer: new BoundedTokenizer(work) });
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    return this.#nested(() => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    return this.#nested(() => super.inlineTokens(source, tokens));
  }

  #nested<T>(tokens: () => T): T {
    if (this.#depth === MOST_NESTED) throw new TooMuchWork();
    this.#depth += 1;
    const found = tokens();
    this.#depth -= 1;
    return found;
  }
}

/** marked tries its methods at each position of a text, `space` and `escape` first. */
class BoundedTokenizer extends Tokenizer {
  readonly #work: Work;

  constructor(work: Work) {
    super();
    this.#work = work;
  }

  /** A block's patterns read to the next empty line at most. */
  override space(source: string): Tokens.Space | undefined {
    this.#work.spend(paragraphLength(source));
    return super.space(source);
  }

  /** The patterns of inline elements may read to the end of the paragraph. */
  override escape(source: string): Tokens.Escape | undefined {
    this.#work.spend(source.length);
    return super.escape(source);
  }

  /** marked adds cells to rows that have too few. */
  override table(source: string): Tokens.Table | undefined {
    const [header = "", delimiter = ""] = source.split("\n", 2);
    if (!/^[ \t|:-]+$/.test(delimiter)) return undefined;
    const rows = source.slice(0, paragraphLength(source)).split("\n").length;
    this.#work.spend(header.split("|").length * rows * CELL);
    return super.table(source);
  }

  override url(source: string): Tokens.Link | undefined {
    const end = source.search(/[\s<]/);
    return (end === -1 ? source.length : end) > LONGEST_URL ? undefined : super.url(source);
  }
}

/** A cell of a table takes as long as so many characters. */
const CELL = 300;

function paragraphLength(source: string): number {
  const end = source.indexOf("\n\n");
  return end === -1 ? source.length : end;
}

/** A line that continues an item of a list. An empty line and a fence end it, a marker begins the next one. */
const ENDS_ITEM = /^(?:[ >\t]*$| ?(?:```|~~~))/;
const BEGINS_ITEM = /^[ >\t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

/** marked copies an item for each line that continues it: the work for all items of a text. */
function lazyLines(source: string): number {
  let work = 0;
  let item = -1;
  for (const line of source.split("\n")) {
    if (BEGINS_ITEM.test(line)) item = 0;
    else if (item === -1) continue;
    else if (ENDS_ITEM.test(line)) item = -1;
    else {
      item += line.length + 1;
      work += item / 2;
    }
  }
  return work;
}
