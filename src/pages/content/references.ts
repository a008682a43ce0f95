// Finds the references in texts: `@ada`, `#1`, `!2`, `group/project#1`, ids of commits, and URLs of issuables. Looking
// them up and linking them begin with the same pattern.
import { MENTION } from "../../services/texts/mentions.ts";
import { withoutCode } from "../../services/texts/prose.ts";
import { SHORT, SLUG, URL_OF_TARGET } from "../../services/texts/references.ts";

/** Limit of distinct references that are looked up for a page. */
const MOST_REFERENCES = 200;

const COMMIT = String.raw`(?<![\w/&.#@-])(?:(${SLUG}/${SLUG})@)?([\da-f]{7,40})(?![\w/-]|\.\w)`;

const REFERENCE = new RegExp(`${MENTION.source}|${SHORT.source}|${COMMIT}`, "gi");

/** What a reference names, with paths as they are written. */
export type Reference =
  | { readonly kind: "user"; readonly name: string }
  | {
      readonly kind: "issue" | "merge_request";
      readonly namespace: string;
      readonly project: string;
      readonly iid: number;
    }
  | { readonly kind: "commit"; readonly project: string; readonly id: string };

/** Where texts are, which `#1` starts from. */
export interface TextPlace {
  /** `group/project`; null for texts outside of projects. */
  readonly projectPath: string | null;
  /** `https://host` of this server. */
  readonly baseUrl: string;
}

/** The same for all ways to write a reference. */
export const keyOf = (reference: Reference): string => {
  switch (reference.kind) {
    case "user":
      return `@${reference.name}`.toLowerCase();
    case "commit":
      return `${reference.project}@${reference.id}`.toLowerCase();
    default: {
      const { kind, namespace, project, iid } = reference;
      return `${namespace}/${project}${kind === "issue" ? "#" : "!"}${iid}`.toLowerCase();
    }
  }
};

/** The first 200 distinct references outside of code. */
export function referencesIn(texts: readonly (string | null)[], place: TextPlace): Reference[] {
  const found = new Map<string, Reference>();
  for (const text of texts) {
    for (const reference of text === null ? [] : referencesOf(withoutCode(text), place)) {
      found.set(keyOf(reference), reference);
      if (found.size === MOST_REFERENCES) return [...found.values()];
    }
  }
  return [...found.values()];
}

function* referencesOf(prose: string, place: TextPlace): Generator<Reference> {
  for (const match of prose.matchAll(REFERENCE)) {
    const reference = referenceFrom(match, place);
    if (reference !== null) yield reference;
  }
  for (const match of prose.matchAll(URL_OF_TARGET)) {
    const reference = referenceFromUrl(match, place);
    if (reference !== null) yield reference;
  }
}

/** The text with each reference replaced by what `link` makes of it; null leaves it as it is. */
export const replaceReferences = (
  text: string,
  place: TextPlace,
  link: (reference: Reference, written: string) => string | null,
): string =>
  text.replace(REFERENCE, (...match: string[]) => {
    const [written = ""] = match;
    const reference = referenceFrom(match, place);
    return (reference && link(reference, written)) ?? written;
  });

/** The issuable at a URL of this server. */
export function referenceAt(url: string, place: TextPlace): Reference | null {
  const match = new RegExp(`^${URL_OF_TARGET.source}$`, "i").exec(url);
  return match && referenceFromUrl(match, place);
}

type Groups = readonly (string | undefined)[];

function referenceFrom(
  [, name, inNamespace, inProject, sign, iid, of, id]: Groups,
  place: TextPlace,
): Reference | null {
  if (name !== undefined) return { kind: "user", name };
  const [ownNamespace, ownProject] = place.projectPath?.split("/") ?? [];
  if (id !== undefined) {
    const project = place.projectPath;
    // Only this project's repository is consulted.
    const isOwn = project !== null && (of === undefined || of.toLowerCase() === project.toLowerCase());
    return isOwn ? { kind: "commit", project, id } : null;
  }
  const namespace = inNamespace ?? ownNamespace;
  const project = inProject ?? ownProject;
  if (namespace === undefined || project === undefined) return null;
  return { kind: sign === "!" ? "merge_request" : "issue", namespace, project, iid: Number(iid) };
}

function referenceFromUrl([, base, namespace, project, type, iid]: Groups, { baseUrl }: TextPlace): Reference | null {
  if (base !== baseUrl || namespace === undefined || project === undefined) return null;
  return { kind: /^issues$/i.test(type ?? "") ? "issue" : "merge_request", namespace, project, iid: Number(iid) };
}
