// Where Node's web platform asks for more than workerd's, it is given that.

const NodeRequest = globalThis.Request;

/** Workerd sends streams without being told that the answer may not come before they end. */
class StreamingRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init?.body instanceof ReadableStream ? Object.assign({ duplex: "half" }, init) : init);
  }
}

Object.assign(globalThis, { Request: StreamingRequest });
