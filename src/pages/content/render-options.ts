// What a page decides about the rendering of a text.
import type { Work } from "./bounded-lexer.ts";
import type { ResolvedReferences } from "./reference-links.ts";
import type { FileLocation } from "./urls.ts";

export interface RenderOptions {
  /** For files of a repository: resolves their relative links. Those of other texts remain as they are. */
  readonly repository?: FileLocation;
  /** The level of a heading that is written with one `#`, so that the page keeps one `h1`. The default is 1. */
  readonly headingLevel?: number;
  /** Without them no reference is linked. */
  readonly references?: ResolvedReferences;
  /** Shared by the texts of a page to bound the work of all of them; by default each text has its own. */
  readonly work?: Work;
}
