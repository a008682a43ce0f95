// Which issues and merge requests a text refers to: `#3`, `project#3`, `namespace/project#3`, `!3` likewise, or a URL.
import type { IssuableType } from "../../db/schema/issuables.ts";
import { MOST_REFERENCES } from "./limits.ts";
import { changeProse, withoutCode } from "./prose.ts";

/** An issue or a merge request by its place; null stands for that of the text. */
export interface TextReference {
  readonly type: IssuableType;
  readonly namespace: string | null;
  readonly project: string | null;
  readonly iid: number;
}

/** A namespace's or a project's path, of 255 characters at most: a thousand of them have to fit into a statement. */
export const SLUG = "[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9_-])?";
const SHORT = new RegExp(String.raw`(?<![\w/&.#-])(?:(?:(${SLUG})/)?(${SLUG}))?([#!])(\d{1,15})(?!\w)`, "gi");
const URL_OF_TARGET = new RegExp(
  String.raw`(https?://[^/\s]+)/(${SLUG})/(${SLUG})/(issues|merge_requests)/(\d{1,15})(?![\w/])`,
  "gi",
);

const MERGE_REQUEST = /^(?:!|merge_requests)$/i;

/**
 * Each target once; the first {@link MOST_REFERENCES}, URLs behind the others.
 * @param baseUrl `https://host` of this server: URLs of others are nobody's here
 */
export function referencesIn(text: string, baseUrl: string): TextReference[] {
  const found = new Map<string, TextReference>();
  const add = (
    sign: string | undefined,
    namespace: string | undefined,
    project: string | undefined,
    iid: string | undefined,
  ) => {
    const type = MERGE_REQUEST.test(sign ?? "") ? "MergeRequest" : "Issue";
    const reference: TextReference = {
      type,
      namespace: namespace ?? null,
      project: project ?? null,
      iid: Number(iid),
    };
    found.set(JSON.stringify(reference).toLowerCase(), reference);
  };
  const prose = /[#!]|\/(?:issues|merge_requests)\//.test(text) ? withoutCode(text) : "";
  for (const [, namespace, project, sign, iid] of prose.matchAll(SHORT)) {
    if (found.size === MOST_REFERENCES) break;
    add(sign, namespace, project, iid);
  }
  for (const [, base, namespace, project, kind, iid] of prose.matchAll(URL_OF_TARGET)) {
    if (found.size === MOST_REFERENCES) break;
    if (base === baseUrl) add(kind, namespace, project, iid);
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
    prose.replace(SHORT, (whole, named: string | undefined, in_: string | undefined, sign: string, iid: string) => {
      if (named !== undefined) return whole;
      const path = in_ ?? project;
      return sameNamespace ? `${path}${sign}${iid}` : `${namespace}/${path}${sign}${iid}`;
    }),
  );
}
