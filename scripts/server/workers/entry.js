// The entry of Tributary on a local server. It is a module of Tributary's own Worker: another Worker that forwards would
// have a heap of its own and a part in each request.
import tributary from "./index.js";
import { receive } from "./receive.js";

export * from "./index.js";

export default {
  ...tributary,
  fetch: (request, env, ctx) => receive(request, (received) => tributary.fetch(received, env, ctx)),
};
