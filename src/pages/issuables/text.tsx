// Texts of users: Markdown, and titles, with their references linked.
import { raw } from "hono/html";
import { Work } from "../content/bounded-lexer.ts";
import { renderMarkdown, renderTitle } from "../content/render-markdown.ts";
import type { RenderOptions } from "../content/render-options.ts";
import { resolveReferences } from "../content/resolve-references.ts";
import type { Visit } from "../visit.ts";

/**
 * Looks up the references of all texts of a page of the visited project: one more round trip if they have any. The texts
 * share the work of rendering.
 */
export const renderingOf = async (visit: Visit, texts: readonly (string | null)[]): Promise<RenderOptions> => ({
  headingLevel: 3,
  references: await resolveReferences(visit.base, texts, visit.projectPath),
  work: new Work(),
});

export const Text = ({ source, rendering }: { source: string | null; rendering: RenderOptions }) =>
  source === null || source === "" ? null : <div class="markdown">{raw(renderMarkdown(source, rendering))}</div>;

/** Of one line, without markup. */
export const Title = ({ title, rendering }: { title: string; rendering: RenderOptions }) => (
  <>{raw(renderTitle(title, rendering.references))}</>
);
