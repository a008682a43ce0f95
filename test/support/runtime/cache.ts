// The Cache API on a map: the part that the Worker uses. Its results are compared with workerd's in
// test/runtime/platform.test.ts.

interface Kept {
  readonly body: ArrayBuffer;
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Keeps responses that are public for as long as `s-maxage` says. */
export class MemoryCache {
  readonly #kept = new Map<string, Kept>();

  async match({ url }: Request): Promise<Response | undefined> {
    const kept = this.#kept.get(url);
    if (kept === undefined || kept.until <= Date.now()) return undefined;
    return immutable(new Response(kept.body, kept));
  }

  async put({ url }: Request, response: Response): Promise<void> {
    const policy = response.headers.get("cache-control") ?? "";
    const seconds = Number(/\bs-maxage=(\d+)/.exec(policy)?.[1] ?? 0);
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    if (/\b(private|no-store)\b/.test(policy) || seconds === 0) return;
    this.#kept.set(url, { body, status, headers, until: Date.now() + seconds * 1000 });
  }
}

/** The headers of a response from the cache cannot be changed. */
function immutable(response: Response): Response {
  const refuse = () => {
    throw new TypeError("Can't modify immutable headers.");
  };
  return Object.defineProperty(response, "headers", {
    value: Object.assign(new Headers(response.headers), { set: refuse, append: refuse, delete: refuse }),
  });
}
