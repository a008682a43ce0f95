// The request format between the Worker, which authenticates users, and the repository's object, which trusts it.
import type { Pusher } from "../repository/update-refs.ts";

export const services = ["git-upload-pack", "git-receive-pack"] as const;

/** Clones and fetches use the first, pushes the second. */
export type Service = (typeof services)[number];

export const isService = (text: string | null | undefined): text is Service =>
  services.some((service) => service === text);

/** The pusher, and the time in ISO 8601 with milliseconds. */
export interface Identity extends Pusher {
  readonly at: string;
}

export interface GitRequest {
  readonly service: Service;
  /** Input of the service; null to request the ref advertisement. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Null for a read-only request. */
  readonly identity: Identity | null;
  /** Encoding of the body: `gzip`, or null for none. */
  readonly encoding: string | null;
  /** Value of the header Git-Protocol, such as `version=2`. */
  readonly protocol: string | null;
}

const IDENTITY = "x-tributary-pusher";

/** Builds the request only from its parameter, so that no header of the client passes through. */
export function toRequest({ service, body, identity, encoding, protocol }: GitRequest): Request {
  const headers = new Headers();
  if (identity !== null) headers.set(IDENTITY, JSON.stringify(identity));
  if (encoding !== null) headers.set("content-encoding", encoding);
  if (protocol !== null) headers.set("git-protocol", protocol);
  return body === null
    ? new Request(`https://repository/info/refs?service=${service}`, { headers })
    : new Request(`https://repository/${service}`, { method: "POST", body, headers });
}

/** Null for a request that {@link toRequest} did not build. */
export function fromRequest(request: Request): GitRequest | null {
  const { pathname, searchParams } = new URL(request.url);
  const isAdvertisement = pathname === "/info/refs";
  const service = isAdvertisement ? searchParams.get("service") : pathname.slice(1);
  if (!isService(service)) return null;
  const { headers, body } = request;
  return {
    service,
    body: isAdvertisement ? null : (body ?? new Blob([]).stream()),
    identity: identityFrom(headers.get(IDENTITY)),
    encoding: headers.get("content-encoding"),
    protocol: headers.get("git-protocol"),
  };
}

/** Trusted, because {@link toRequest} wrote it. */
function identityFrom(header: string | null): Identity | null {
  return header === null ? null : (JSON.parse(header) as Identity);
}
