// Links the references of a text to what the reader may see.
import { escapeHtml } from "./escape.ts";
import { keyOf, referenceAt, replaceReferences, type TextPlace } from "./references.ts";

/** What a reference leads to. */
export interface LinkTarget {
  readonly href: string;
  /** The title of an issue or a merge request, the name of a user or a group; null for a commit. */
  readonly title: string | null;
  /** The reference as texts of this place write it. */
  readonly text: string;
}

/** The references of a page's texts that the reader may see, from resolve-references.ts. */
export interface ResolvedReferences extends TextPlace {
  /** By the keys of references. */
  readonly targets: ReadonlyMap<string, LinkTarget>;
}

/** @param content HTML */
export const linkTo = ({ href, title }: LinkTarget, content: string): string =>
  `<a class="reference" href="${escapeHtml(href)}"${title === null ? "" : ` title="${escapeHtml(title)}"`}>${content}</a>`;

/** @param html text of HTML without tags */
export const linkReferences = (html: string, { targets, ...place }: ResolvedReferences): string =>
  targets.size === 0
    ? html
    : replaceReferences(html, place, (reference, written) => {
        const target = targets.get(keyOf(reference));
        return target === undefined ? null : linkTo(target, written);
      });

/** Null if the URL is not that of an issuable of this server that the reader may see. */
export function targetOfUrl(url: string, { targets, ...place }: ResolvedReferences): LinkTarget | null {
  const reference = referenceAt(url, place);
  return (reference && targets.get(keyOf(reference))) ?? null;
}
