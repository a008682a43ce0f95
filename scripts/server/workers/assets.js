// Serves the static assets as Cloudflare does with its default for HTML: /a is a.html, /a/ is a/index.html, and other
// names of these redirect there.

/** The path that a client is sent to from `.html`, from `/index` and from a missing or needless slash at the end. */
function redirectFor(path, files) {
  const known = (name) => Object.hasOwn(files, name);
  const plain = path.replace(/\.html$/, "");
  if (plain !== path && known(path)) return plain.endsWith("/index") ? plain.slice(0, -"index".length) : plain;
  if (path.endsWith("/index") && known(`${path}.html`)) return path.slice(0, -"index".length);
  if (path.endsWith("/") && known(`${path.slice(0, -1)}.html`)) return path.slice(0, -1);
  return known(`${path}/index.html`) ? `${path}/` : null;
}

/** The file of a path; null if there is none of exactly this path. */
function fileFor(path, files) {
  if (path.endsWith(".html")) return null;
  const names = path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`];
  if (path.endsWith("/index")) names.pop();
  return names.find((name) => Object.hasOwn(files, name)) ?? null;
}

const bySegment = (path, convert) => path.split("/").map(convert).join("/");

function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function refusalOrRedirect(request, url, path, table) {
  const name = fileFor(path, table);
  const redirect = name === null ? redirectFor(path, table) : path;
  if (redirect === null) return new Response(null, { status: 404 });
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  const location = bySegment(redirect, encodeURIComponent);
  if (name !== null && location === url.pathname) return null;
  return new Response(null, { status: 307, headers: { location: location + url.search } });
}

export default {
  async fetch(request, { FILES, TABLE }) {
    const url = new URL(request.url);
    const path = bySegment(url.pathname, decoded).replaceAll(/\/+/g, "/");
    const early = refusalOrRedirect(request, url, path, TABLE);
    if (early !== null) return early;
    const name = fileFor(path, TABLE);
    const { type, etag } = TABLE[name];
    const headers = new Headers({ etag: `"${etag}"`, "cache-control": "public, max-age=0, must-revalidate" });
    if (type !== null) headers.set("content-type", type);
    const known = request.headers.get("if-none-match");
    if (known === `"${etag}"` || known === `W/"${etag}"`) return new Response(null, { status: 304, headers });
    const file = await FILES.fetch(`http://files${bySegment(name, encodeURIComponent)}`, { method: request.method });
    return new Response(file.body, { status: file.status, headers });
  },
};
