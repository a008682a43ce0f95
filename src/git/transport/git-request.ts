// Git's protocol between the Worker, which knows who asks, and the repository's object, which believes what it is told.
import type { Pusher } from "../repository/update-refs.ts";

export const services = ["git-upload-pack", "git-receive-pack"] as const;

/** Clones and fetches ask for the first, pushes for the second. */
export type Service = (typeof services)[number];

export const isService = (text: string | null | undefined): text is Service =>
  services.some((service) => service === text);

/** Who pushes, and when: ISO 8601 with milliseconds. */
export interface Identity extends Pusher {
  readonly at: string;
}

export interface GitRequest {
  readonly service: Service;
  /** What the service is asked; without it, which refs there are. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Null for whoever only reads. */
  readonly identity: Identity | null;
  /** Of the body: `gzip`, or null when it is as it is. */
  readonly encoding: string | null;
  /** As git's own header has it: `version=2`. */
  readonly protocol: string | null;
}

const IDENTITY = "x-tributary-pusher";

/** Made from nothing but what is given here: no header of the client's own comes through. */
export function toRequest({ service, body, identity, encoding, protocol }: GitRequest): Request {
  const headers = new Headers();
  if (identity !== null) headers.set(IDENTITY, JSON.stringify(identity));
  if (encoding !== null) headers.set("content-encoding", encoding);
  if (protocol !== null) headers.set("git-protocol", protocol);
  return body === null
    ? new Request(`https://repository/info/refs?service=${service}`, { headers })
    : new Request(`https://repository/${service}`, { method: "POST", body, headers });
}

/** Null for what {@link toRequest} did not make. */
export function fromRequest(request: Request): GitRequest | null {
  const { pathname, searchParams } = new URL(request.url);
  const asked = pathname === "/info/refs";
  const service = asked ? searchParams.get("service") : pathname.slice(1);
  if (!isService(service)) return null;
  const { headers, body } = request;
  return {
    service,
    body: asked ? null : (body ?? new Blob([]).stream()),
    identity: identityFrom(headers.get(IDENTITY)),
    encoding: headers.get("content-encoding"),
    protocol: headers.get("git-protocol"),
  };
}

/** It was written by {@link toRequest}. */
function identityFrom(header: string | null): Identity | null {
  return header === null ? null : (JSON.parse(header) as Identity);
}
