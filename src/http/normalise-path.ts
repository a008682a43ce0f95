// Normalises request paths: old clients join base URL and path so that `//api/v3//groups/` means `/api/v3/groups`.

/** The path for routing, still percent-encoded so that `%2F` stays within its segment. */
export function normalisePath(request: Request): string {
  const pathname = pathOf(request.url);
  const collapsed = pathname.includes("//") ? pathname.replace(/\/{2,}/g, "/") : pathname;
  return collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
}

/** The part between host and query of an absolute URL. Parsing the whole URL would cost more than routing. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
