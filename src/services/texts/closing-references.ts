// Which issues a text says it closes: `Closes #1, #2 and group/project#3`, `fixes: issue #4`, or their URLs.
// It goes once through the text, whatever that is: texts are a megabyte long and written by strangers.
import { withoutCode } from "./prose.ts";
import { SLUG, type TextReference } from "./references.ts";

/** Wherever it stands, in a word as well. */
const WORD = "(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)):? +";
const SHORT = String.raw`(?:(?:(?<namespace>${SLUG})/)?(?<project>${SLUG}))?#(?<iid>\d{1,15})(?!\w)`;
const URL_OF_ISSUE = String.raw`(?<base>https?://[^/\s]+)/(?<urlNamespace>${SLUG})/(?<urlProject>${SLUG})/issues/(?<urlIid>\d{1,15})(?![\w/])(?:#note_\d+)?`;
/** Of a tracker elsewhere: `ABC-12`. */
const KEY = String.raw`(?<key>[A-Z][A-Z0-9_]{1,253}-\d{1,15})(?![\w#])`;

/** One of what follows the word, with what leads to the next one. */
const link = (...issues: string[]) => new RegExp(`(?:issues? +)?(?:${issues.join("|")})(?:, *| +and +)?`, "y");

const CLOSING = new RegExp(WORD);
const LINK = link(SHORT, URL_OF_ISSUE);
const EXTERNAL_LINK = link(KEY, SHORT, URL_OF_ISSUE);

/** By the names of the patterns above. */
type Match = Readonly<Record<string, string | undefined>>;

/** So many issues are closed at once. */
const MOST = 1_000;

/**
 * Each issue once, in the order of the texts; the first 1,000.
 * @param baseUrl `https://host` of this server, or null where that is not known: URLs of others are nobody's here
 */
export function closingReferencesIn(texts: readonly string[], baseUrl: string | null): TextReference[] {
  const found = new Map<string, TextReference>();
  for (const match of matchesIn(texts, LINK)) {
    const reference = referenceOf(match, baseUrl);
    if (reference === null) continue;
    const name = JSON.stringify(reference).toLowerCase();
    if (!found.has(name)) found.set(name, reference);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

/** The same where issues are kept by a tracker elsewhere: what it calls them, `12` or `ABC-12`. */
export function externalClosingReferencesIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { key, project, iid } of matchesIn(texts, EXTERNAL_LINK)) {
    const id = key ?? (project === undefined ? iid : undefined);
    if (id !== undefined) found.add(id);
    if (found.size === MOST) break;
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
