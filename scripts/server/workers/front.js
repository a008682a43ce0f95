// The Worker that listens on the port of a server of Miniflare and forwards to Tributary the requests that Cloudflare would.
// Miniflare's own entry responds with 500 to malformed URLs, and sends `Content-Encoding: gzip` even without a body
// (204, 304), which Cloudflare does not do and some clients fail to decode.
import { receive } from "./receive.js";

export default {
  fetch: (request, { TRIBUTARY }) => receive(request, (received) => TRIBUTARY.fetch(received)),
};
