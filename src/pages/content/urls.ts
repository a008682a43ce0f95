// Which URLs user-written texts may link to, and where relative ones lead.
import { decodeEntities } from "./escape.ts";

/** Where a file of a repository is, which its relative links start from. */
export interface FileLocation {
  /** The path of the project: `group/project`. */
  readonly path: string;
  /** A branch, a tag or the id of a commit. */
  readonly ref: string;
  /** The folder of the file; empty for the top. */
  readonly folder: string;
}

/** Page of a file, or its bytes as images need them. */
type Use = "blob" | "raw";

const SCHEMES = new Set(["http", "https", "mailto"]);

/** Ids that texts bring into a page begin with it, so that none is an id of the page itself. */
export const ID_PREFIX = "user-content-";

/** What relative URLs start from. */
export interface UrlBase {
  /** Null for a text that is no file: its relative URLs remain as they are. */
  readonly file: FileLocation | null;
  /** The path of the project whose uploads the text links to; null for a text outside of projects. */
  readonly project: string | null;
}

/** `/uploads/<secret>/<name>`, as an upload's address is written in texts of its project. */
const UPLOAD = /^\/uploads\/[0-9a-f]{32}\/[^/]+$/;

/**
 * The URL for an attribute, not escaped yet. Null if it is not permitted: http, https, mailto and relative ones are.
 * @param written with entities
 */
export function permittedUrl(written: string, use: Use, { file, project }: UrlBase): string | null {
  const url = withoutControls(decodeEntities(written)).trim();
  // Browsers read a backslash as a slash.
  if (url.includes("\\")) return null;
  const scheme = /^([^/?#]*?):/.exec(url)?.[1];
  if (scheme !== undefined)
    return SCHEMES.has(scheme.toLowerCase()) && (use === "blob" || scheme !== "mailto") ? url : null;
  if (url.startsWith("#")) return url === "#" ? url : `#${prefixed(url.slice(1))}`;
  if (project !== null && UPLOAD.test(url)) return `/${project}${url}`;
  return file === null || url === "" || url.startsWith("//") ? url : inRepository(url, use, file);
}

/** Browsers leave out control characters, so `java\tscript:` is a scheme. */
const withoutControls = (url: string): string => url.replace(/\p{Cc}/gu, "");

const prefixed = (fragment: string): string => (fragment.startsWith(ID_PREFIX) ? fragment : ID_PREFIX + fragment);

/** A path from the top of the repository if it begins with a slash, as in GitLab. Never leaves the repository. */
function inRepository(url: string, use: Use, { path, ref, folder }: FileLocation): string {
  const [, relative = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const segments = relative.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  if (relative === "") return query + fragment;
  for (const segment of relative.split("/").map(decoded)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const page = use === "blob" && (relative.endsWith("/") || segments.length === 0) ? "tree" : use;
  const names = [...path.split("/"), page, ...ref.split("/"), ...segments].map(encoded);
  return `/${names.join("/")}${query}${markdownFragment(relative, fragment)}`;
}

/** The headings of a rendered file have prefixed ids. */
const markdownFragment = (path: string, fragment: string): string =>
  fragment.length > 1 && /\.(?:md|markdown)$/i.test(path) ? `#${prefixed(fragment.slice(1))}` : fragment;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Half a surrogate pair cannot be encoded. */
const encoded = (name: string): string => encodeURIComponent(name.toWellFormed());
