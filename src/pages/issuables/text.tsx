// Texts of users: Markdown, and titles, with their references linked.
import { raw } from "hono/html";
import { Work } from "../content/bounded-lexer.ts";
import { renderMarkdown, renderTitle } from "../content/render-markdown.ts";
import type { RenderOptions } from "../content/render-options.ts";
import { resolveReferences } from "../content/resolve-references.ts";
import type { Visit } from "../visit.ts";

/** Characters. Of a longer text, a page that shows several shows only the beginning. */
const LONGEST_TEXT = 100_000;
const BEGINNING = 20_000;

const isLong = (source: string): boolean => source.length > LONGEST_TEXT;

const beginningOf = (source: string): string => source.slice(0, BEGINNING);

/**
 * Looks up the references of all texts of a page of the visited project: one more round trip if they have any. The texts
 * share the work of rendering.
 */
export const renderingOf = async (visit: Visit, texts: readonly (string | null)[]): Promise<RenderOptions> => ({
  headingLevel: 3,
  references: await resolveReferences(
    visit.base,
    texts.map((text) => (text !== null && isLong(text) ? beginningOf(text) : text)),
    visit.projectPath,
  ),
  work: new Work(),
});

interface TextProps {
  readonly source: string | null;
  readonly rendering: RenderOptions;
  /** Where all of a long text is shown, if this is not that page. */
  readonly whole?: string | undefined;
}

export const Text = ({ source, rendering, whole }: TextProps) => {
  if (source === null || source === "") return null;
  if (whole === undefined || !isLong(source)) {
    return <div class="markdown">{raw(renderMarkdown(source, rendering))}</div>;
  }
  return (
    <>
      <pre class="plain-text">{beginningOf(source)}</pre>
      <p>
        <a href={whole}>Show all {source.length} characters</a>
      </p>
    </>
  );
};

/** Of one line, without markup. */
export const Title = ({ title, rendering }: { title: string; rendering: RenderOptions }) => (
  <>{raw(renderTitle(title, rendering.references))}</>
);
