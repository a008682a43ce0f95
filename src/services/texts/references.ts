// Which issues a text refers to: `#3`, `project#3`, `namespace/project#3`, or the URL of one.
import { changeProse, withoutCode } from "./prose.ts";

/** An issue by its place; null stands for that of the text. */
export interface IssueReference {
  readonly namespace: string | null;
  readonly project: string | null;
  readonly iid: number;
}

const SLUG = "[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?";
const SHORT = new RegExp(String.raw`(?<![\w/&.#-])(?:(?:(${SLUG})/)?(${SLUG}))?#(\d{1,15})(?!\w)`, "gi");
const URL_OF_ISSUE = new RegExp(String.raw`(https?://[^/\s]+)/(${SLUG})/(${SLUG})/issues/(\d{1,15})(?![\w/])`, "gi");

/**
 * Each issue once.
 * @param baseUrl `https://host` of this server: URLs of others are nobody's here
 */
export function issueReferencesIn(text: string, baseUrl: string): IssueReference[] {
  const found = new Map<string, IssueReference>();
  const add = (namespace: string | undefined, project: string | undefined, iid: string | undefined) => {
    const reference = { namespace: namespace ?? null, project: project ?? null, iid: Number(iid) };
    found.set(JSON.stringify(reference).toLowerCase(), reference);
  };
  const prose = text.includes("#") || text.includes("/issues/") ? withoutCode(text) : "";
  for (const [, namespace, project, iid] of prose.matchAll(SHORT)) add(namespace, project, iid);
  for (const [, base, namespace, project, iid] of prose.matchAll(URL_OF_ISSUE)) {
    if (base === baseUrl) add(namespace, project, iid);
  }
  return [...found.values()];
}

/** Where a text is to be read from now on. */
export interface Move {
  /** Where it came from. */
  readonly namespace: string;
  readonly project: string;
  /** It stays in its namespace. */
  readonly sameNamespace: boolean;
}

/** The text with its local references made to point back where it came from: `#3` becomes `project#3`. */
export function rewriteReferences(text: string, { namespace, project, sameNamespace }: Move): string {
  return changeProse(text, (prose) =>
    prose.replace(SHORT, (whole, named: string | undefined, in_: string | undefined, iid: string) => {
      if (named !== undefined) return whole;
      const path = in_ ?? project;
      return sameNamespace ? `${path}#${iid}` : `${namespace}/${path}#${iid}`;
    }),
  );
}
