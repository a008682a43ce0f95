// Finds the issues and merge requests that a text refers to: `#3`, `project#3`, `namespace/project#3`, `!3` or a URL.
import type { IssuableType } from "../../db/schema/issuables.ts";
import { MOST_REFERENCES } from "./limits.ts";
import { changeProse, withoutCode } from "./prose.ts";

/** An issue or a merge request. A null namespace or project is that of the text. */
export interface TextReference {
  readonly type: IssuableType;
  readonly namespace: string | null;
  readonly project: string | null;
  readonly iid: number;
}

/** The path of a namespace or a project: at most 255 characters, because a thousand have to fit into one statement. */
export const SLUG = "[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9_-])?";
/** Groups: namespace, project, `#` or `!`, iid. */
export const SHORT = new RegExp(String.raw`(?<![\w/&.#-])(?:(?:(${SLUG})/)?(${SLUG}))?([#!])(\d{1,15})(?!\w)`, "gi");
/** Groups: `https://host`, namespace, project, `issues` or `merge_requests`, iid. */
export const URL_OF_TARGET = new RegExp(
  String.raw`(https?://[^/\s]+)/(${SLUG})/(${SLUG})(?:/-)?/(issues|merge_requests)/(\d{1,15})(?![\w/])`,
  "gi",
);

const MERGE_REQUEST = /^(?:!|merge_requests)$/i;

/**
 * The first {@link MOST_REFERENCES} distinct targets; URLs come after short references.
 * @param baseUrl `https://host` of this server; URLs of other servers are ignored
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

/** The move of a text to another project. */
export interface Move {
  /** The path of the old namespace. */
  readonly namespace: string;
  /** The path of the old project in that namespace. */
  readonly project: string;
  /** True if the new project is in the same namespace. */
  readonly isSameNamespace: boolean;
}

/** Qualifies relative references so that they keep their targets: `#3` becomes `project#3` or `namespace/project#3`. */
export function rewriteReferences(text: string, { namespace, project, isSameNamespace }: Move): string {
  return changeProse(text, (prose) =>
    prose.replace(SHORT, (whole, inNamespace?: string, inProject?: string, sign?: string, iid?: string) => {
      if (inNamespace !== undefined) return whole;
      const path = inProject ?? project;
      return isSameNamespace ? `${path}${sign}${iid}` : `${namespace}/${path}${sign}${iid}`;
    }),
  );
}
