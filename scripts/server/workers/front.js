// The Worker that listens on the port of a local server and forwards to Tributary the requests that Cloudflare would.
// Miniflare's own entry responds with 500 to malformed URLs, and sends `Content-Encoding: gzip` even without a body
// (204, 304), which Cloudflare does not do and some clients fail to decode.

/** Cloudflare refuses these requests before they reach a Worker. */
const badRequest = () =>
  Response.json({ message: "400 Bad Request: the Host header or the request line is not valid" }, { status: 400 });

/** Behind a TLS reverse proxy, URLs in responses begin with https. */
function forwardedUrl(request) {
  const protocol = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  return protocol === "https" ? request.url.replace(/^http:/, "https:") : request.url;
}

export default {
  fetch(request, { TRIBUTARY }) {
    // The URL of `GET *` has the asterisk directly after the host.
    if (!URL.canParse(request.url) || !/^http:\/\/[^/?#]+\//.test(request.url)) return badRequest();
    const url = forwardedUrl(request);
    return TRIBUTARY.fetch(url === request.url ? request : new Request(url, request));
  },
};
