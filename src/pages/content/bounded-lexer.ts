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
  const lines = source.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
  work.spend(lines.length * PASSES + lazyLines(lines));
  return new BoundedLexer(work).lex(lines);
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

  /** marked reads the quotation once more where it goes on after lines without its marker. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(source)) return undefined;
    const paragraph = source.slice(0, paragraphLength(source));
    const returns = paragraph.match(/\n(?! {0,3}>)[^\n]*(?=\n {0,3}>)/g)?.length ?? 0;
    this.#work.spend(paragraph.length * returns);
    return super.blockquote(source);
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

/** The markers that begin items of a list, also inside of quotations. */
const MARKERS = /^(?:[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))+[ \t]*/;

/**
 * The work for lines that continue an item of a list with less indentation: marked copies the item for each of them.
 * Where it is not plain whether a line does, it counts.
 */
function lazyLines(source: string): number {
  let work = 0;
  /** Characters of the outermost item so far; null outside of lists. */
  let item: number | null = null;
  /** The column where the content of the innermost item begins. */
  let content = 0;
  let isAfterBlank = false;
  for (const line of source.split("\n")) {
    const markers = MARKERS.exec(line)?.[0];
    const isBlank = /^[ \t>]*$/.test(line);
    const isIndented = /^[ \t>]/.test(line);
    if (markers !== undefined) {
      item = isIndented ? (item ?? 0) : 0;
      content = /[\t>]/.test(markers) ? Number.POSITIVE_INFINITY : markers.length;
    } else if (/^ ?(?:```|~~~)/.test(line) || (isAfterBlank && !isBlank && !isIndented)) item = null;
    else if (item !== null && !isBlank && line.search(/[^ ]/) < content) work += item / 2;
    if (item !== null) item += line.length + 1;
    isAfterBlank = isBlank;
  }
  return work;
}
