// Patches Node's web APIs where they require more than workerd's, and adds the Cache API.
import { MemoryCache } from "./cache.ts";

const NodeRequest = globalThis.Request;

/** Node requires `duplex: "half"` for a streaming body; workerd does not. */
class StreamingRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init?.body instanceof ReadableStream ? Object.assign({ duplex: "half" }, init) : init);
  }
}

Object.assign(globalThis, { Request: StreamingRequest, caches: { default: new MemoryCache() } });
