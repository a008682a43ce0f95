// Old clients join base URLs and paths carelessly: `//api/v3//groups/` means `/api/v3/groups`.

/** The path as it is routed: still percent-encoded, so that `%2F` stays within its segment. */
export function normalisePath(request: Request): string {
  const { pathname } = new URL(request.url);
  const collapsed = pathname.replace(/\/{2,}/g, "/");
  return collapsed.length > 1 && collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed;
}
