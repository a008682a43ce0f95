// Old clients join base URLs and paths carelessly: `//api/v3//groups/` means `/api/v3/groups`.

/** The path as it is routed: still percent-encoded, so that `%2F` stays within its segment. */
export function normalisePath(request: Request): string {
  const pathname = pathOf(request.url);
  const collapsed = pathname.includes("//") ? pathname.replace(/\/{2,}/g, "/") : pathname;
  return collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
}

/** What lies between the host and the query of an absolute URL; parsing the whole of it costs more than the routing. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
