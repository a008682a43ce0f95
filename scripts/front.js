// The Worker that listens on the port of a local server and hands on to Tributary what Cloudflare would hand on.
// Miniflare's own entry answers 500 to a URL it cannot read, and announces `Content-Encoding: gzip` for answers without a
// body as well (204, 304), which Cloudflare does not do and some clients fail to unpack.

/** Cloudflare refuses these before any Worker is asked. */
const badRequest = () =>
  Response.json({ message: "400 Bad Request: the Host header or the request line is not valid" }, { status: 400 });

/** A reverse proxy that speaks TLS says so, which the addresses in answers then begin with. */
function forwardedUrl(request) {
  const protocol = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  return protocol === "https" ? request.url.replace(/^http:/, "https:") : request.url;
}

export default {
  fetch(request, { TRIBUTARY }) {
    // In the URL of `GET *` the asterisk stands behind the host, where a path would begin.
    if (!URL.canParse(request.url) || !/^http:\/\/[^/?#]+\//.test(request.url)) return badRequest();
    const url = forwardedUrl(request);
    return TRIBUTARY.fetch(url === request.url ? request : new Request(url, request));
  },
};
