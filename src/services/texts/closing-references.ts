// Finds the issues that a text names after a closing word: `Closes #1, #2 and group/project#3`, `fixes: issue #4`. Runs
// in linear time, because texts are untrusted and up to a megabyte long.
import { withoutCode } from "./prose.ts";
import { SLUG, type TextReference } from "./references.ts";

/** Also matches at the end of a longer word. */
const WORD = "(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)):? +";
const SHORT = String.raw`(?:(?:(?<namespace>${SLUG})/)?(?<project>${SLUG}))?#(?<iid>\d{1,15})(?!\w)`;
const URL_OF_ISSUE = String.raw`(?<base>https?://[^/\s]+)/(?<urlNamespace>${SLUG})/(?<urlProject>${SLUG})(?:/-)?/issues/(?<urlIid>\d{1,15})(?![\w/])(?:#note_\d+)?`;
/** An issue of an external tracker: `ABC-12`. */
const KEY = String.raw`(?<key>[A-Z][A-Z0-9_]{1,253}-\d{1,15})(?![\w#])`;

/** Matches one reference after the closing word, with the separator before the next one. */
const link = (...issues: string[]) => new RegExp(`(?:issues? +)?(?:${issues.join("|")})(?:, *| +and +)?`, "y");

const CLOSING = new RegExp(WORD);
const LINK = link(SHORT, URL_OF_ISSUE);
const EXTERNAL_LINK = link(KEY, SHORT, URL_OF_ISSUE);

/** The named groups of the patterns above. */
type Match = Readonly<Record<string, string | undefined>>;

/** Limit of issues that one event closes. */
const MOST_CLOSED = 1_000;

/**
 * The first 1,000 distinct issues, in the order of the texts.
 * @param baseUrl `https://host` of this server, null when unknown; URLs of other servers are ignored
 */
export function closingReferencesIn(texts: readonly string[], baseUrl: string | null): TextReference[] {
  const found = new Map<string, TextReference>();
  for (const match of matchesIn(texts, LINK)) {
    const reference = referenceOf(match, baseUrl);
    if (reference === null) continue;
    const name = `${reference.namespace ?? ""}/${reference.project ?? ""}#${reference.iid}`.toLowerCase();
    if (!found.has(name)) found.set(name, reference);
    if (found.size === MOST_CLOSED) break;
  }
  return [...found.values()];
}

/** The same for a project with an external tracker: returns the tracker's ids, `12` or `ABC-12`. */
export function externalClosingReferencesIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { key, project, iid } of matchesIn(texts, EXTERNAL_LINK)) {
    const id = key ?? (project === undefined ? iid : undefined);
    if (id !== undefined) found.add(id);
    if (found.size === MOST_CLOSED) break;
  }
  return [...found];
}

function* matchesIn(texts: readonly string[], pattern: RegExp): Generator<Match> {
  for (const text of texts) if (CLOSING.test(text)) yield* matchesInProse(withoutCode(text), pattern);
}

function* matchesInProse(prose: string, pattern: RegExp): Generator<Match> {
  const word = new RegExp(WORD, "g");
  const next = new RegExp(pattern);
  while (word.test(prose)) {
    next.lastIndex = word.lastIndex;
    for (let match = next.exec(prose); match !== null; match = next.exec(prose)) {
      word.lastIndex = next.lastIndex;
      yield match.groups ?? {};
    }
  }
}

function referenceOf(match: Match, baseUrl: string | null): TextReference | null {
  const { namespace, project, iid, base, urlNamespace, urlProject, urlIid } = match;
  if (iid !== undefined) return issue(namespace, project, iid);
  return base === baseUrl ? issue(urlNamespace, urlProject, urlIid) : null;
}

const issue = (namespace: string | undefined, project: string | undefined, iid: string | undefined): TextReference => ({
  type: "Issue",
  namespace: namespace ?? null,
  project: project ?? null,
  iid: Number(iid),
});
