// The HTTP side of an import: requests to a remote repository, redirects, and bounds of time and bytes.
import type { Service } from "../transport/git-request.ts";
import { ImportError, interrupted, refused } from "./import-error.ts";

/** Where to import from. */
export interface ImportSource {
  /** The repository's URL, without user and password. */
  readonly url: string;
  /** `Basic …`, or null. */
  readonly authorization: string | null;
}

export type ImportRequest = RequestInit & { readonly signal: AbortSignal };

/** What the embedder supplies. */
export interface Network {
  fetch(url: string, init: ImportRequest): Promise<Response>;
  /** Whether requests may go there; checked before each one, redirected ones included. */
  isAllowed(url: URL): boolean;
}

export interface RemoteLimits {
  /** Milliseconds without a byte. */
  readonly silence: number;
  /** Milliseconds for all requests of an attempt together. */
  readonly duration: number;
  /** Bytes of all responses of an attempt together. */
  readonly bytes: number;
  /** Packets of a side-band. Each costs as much as a kilobyte. */
  readonly packets: number;
}

/**
 * The 15 minutes of an alarm of a Durable Object bound the duration. A pack has 90 MB; progress is sent beside it. In
 * packets of 1 kB, the smallest that git sends, a pack has up to 95,000.
 */
export const remoteLimits: RemoteLimits = {
  silence: 60_000,
  duration: 600_000,
  bytes: 128 * 1024 * 1024,
  packets: 500_000,
};

const SERVICE: Service = "git-upload-pack";
const ADVERTISEMENT = `/info/refs?service=${SERVICE}`;
const MOST_REDIRECTS = 3;
/** By default workerd reads 4 KB at a time. */
const CHUNK = 128 * 1024;

export class Remote {
  readonly #network: Network;
  readonly limits: RemoteLimits;
  readonly #deadline: number;
  readonly #abort = new AbortController();
  #base: string;
  #authorization: string | null;
  #received = 0;
  #hasEnded = false;

  constructor({ url, authorization }: ImportSource, network: Network, limits: RemoteLimits) {
    this.#network = network;
    this.limits = limits;
    this.#deadline = Date.now() + limits.duration;
    this.#base = url.replace(/\/+$/, "");
    this.#authorization = authorization;
  }

  /** True once the latest response was read to its end: an error after it means that the response was cut off. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * The response to `GET info/refs`. Later requests go where it was redirected to.
   *
   * @throws ImportError
   */
  async advertisement(): Promise<AsyncIterable<Uint8Array>> {
    const headers = { accept: "*/*", "git-protocol": "version=2" };
    let url = this.#base + ADVERTISEMENT;
    let response = await this.#request(url, { headers });
    for (let redirects = 0; isRedirect(response); redirects++) {
      if (redirects === MOST_REDIRECTS) throw refused(`The server redirects more than ${MOST_REDIRECTS} times.`);
      url = this.#redirected(url, response.headers.get("location"));
      response = await this.#request(url, { headers });
    }
    this.#base = url.slice(0, -ADVERTISEMENT.length);
    return this.#read(response, `application/x-${SERVICE}-advertisement`);
  }

  /** The response to `POST git-upload-pack`. @throws ImportError */
  async post(body: Uint8Array<ArrayBuffer>, version: 0 | 2): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.#request(`${this.#base}/${SERVICE}`, {
      method: "POST",
      body,
      headers: {
        accept: `application/x-${SERVICE}-result`,
        "content-type": `application/x-${SERVICE}-request`,
        ...(version === 2 && { "git-protocol": "version=2" }),
      },
    });
    return this.#read(response, `application/x-${SERVICE}-result`);
  }

  /** Ends all requests. */
  close(): void {
    this.#abort.abort();
  }

  async #request(url: string, init: RequestInit): Promise<Response> {
    const target = URL.parse(url);
    if (target === null || !this.#network.isAllowed(target)) throw refused("This server imports nothing from there.");
    const headers = {
      ...init.headers,
      // GitHub and others serve git clients only.
      "user-agent": "git/2 (Tributary)",
      ...(this.#authorization !== null && { authorization: this.#authorization }),
    };
    const { signal } = this.#abort;
    return this.#within(this.#network.fetch(url, { ...init, headers, signal, redirect: "manual" }));
  }

  /** Credentials go to no other server than the one they were given for. */
  #redirected(from: string, location: string | null): string {
    const to = location === null ? null : URL.parse(location, from);
    if (to === null || !to.href.endsWith(ADVERTISEMENT) || !this.#network.isAllowed(to)) {
      throw refused("The server redirects to an address that is no repository, or from which nothing is imported.");
    }
    if (to.username !== "" || to.password !== "") throw refused("The server redirects to an address with credentials.");
    if (to.origin !== new URL(from).origin) this.#authorization = null;
    return to.href;
  }

  #read(response: Response, type: string): AsyncIterable<Uint8Array> {
    const { status, headers, body } = response;
    if (status !== 200) throw refusalOf(status);
    if (headers.get("content-type")?.split(";")[0]?.trim() !== type || body === null) {
      throw refused("There is no git repository at this address: the server does not speak git's smart HTTP protocol.");
    }
    this.#hasEnded = false;
    return this.#chunks(body);
  }

  async *#chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = body.getReader({ mode: "byob" });
    for (let buffer = new Uint8Array(CHUNK); ; ) {
      const { done, value } = await this.#within(reader.read(buffer));
      if (done) break;
      this.#received += value.length;
      if (this.#received > this.limits.bytes) throw refused(tooMuch(this.limits.bytes));
      yield value;
      buffer = new Uint8Array(value.buffer);
    }
    this.#hasEnded = true;
  }

  /** A promise, for as long as the server may take for it. The text of a network error could hold an address. */
  async #within<T>(work: Promise<T>): Promise<T> {
    const { silence, duration } = this.limits;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const left = this.#deadline - Date.now();
    const text =
      left < silence ? `took more than ${duration / 1000} seconds` : `sent nothing for ${silence / 1000} seconds`;
    const timer = setTimeout(() => reject(interrupted(`The server ${text}.`)), Math.max(0, Math.min(silence, left)));
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      if (error instanceof ImportError) throw error;
      throw interrupted("The server cannot be reached, or the connection to it broke off.");
    } finally {
      clearTimeout(timer);
    }
  }
}

const isRedirect = ({ status }: Response): boolean => [301, 302, 303, 307, 308].includes(status);

function refusalOf(status: number): ImportError {
  if (status === 429 || status >= 500) return interrupted(`The server answered ${status}.`);
  if (status === 401 || status === 403) {
    return refused(`The server answered ${status}: there is no such repository, or it needs other credentials.`);
  }
  return refused(status === 404 ? "There is no repository at this address (404)." : `The server answered ${status}.`);
}

const tooMuch = (bytes: number) => `The server sent more than ${bytes / (1024 * 1024)} MB.`;
