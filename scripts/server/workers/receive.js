// What a local server does with a request before Tributary gets it, as Cloudflare and a TLS reverse proxy would.

/** Cloudflare refuses these requests before they reach a Worker. */
const badRequest = () =>
  Response.json({ message: "400 Bad Request: the Host header or the request line is not valid" }, { status: 400 });

/** Behind a TLS reverse proxy, URLs in responses begin with https. */
function forwardedUrl(request) {
  const protocol = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  return protocol === "https" ? request.url.replace(/^http:/, "https:") : request.url;
}

/** Responds with the response of `serve`, unless the request is malformed. */
export function receive(request, serve) {
  // The URL of `GET *` has the asterisk directly after the host.
  if (!URL.canParse(request.url) || !/^http:\/\/[^/?#]+\//.test(request.url)) return badRequest();
  const url = forwardedUrl(request);
  return serve(url === request.url ? request : new Request(url, request));
}
