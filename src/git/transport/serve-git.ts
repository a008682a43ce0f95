// Git's smart HTTP protocol on the repository's side: selects the service and the protocol version.
import { GitError } from "../git-error.ts";
import { dataPacket } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { advertise } from "./advertise.ts";
import { fromRequest, type GitRequest, type Service } from "./git-request.ts";
import type { PostReceive } from "./post-receive.ts";
import { receivePack } from "./receive-pack.ts";
import { discardRest, readRequest } from "./request-body.ts";
import { uploadPack } from "./upload-pack.ts";

type ProtocolVersion = 0 | 1 | 2;

/** Serves a request that `toRequest` built. */
export async function serveGit(repository: Repository, request: Request, postReceive: PostReceive): Promise<Response> {
  const parsed = fromRequest(request);
  if (parsed === null) return new Response(null, { status: 404 });
  const { service, body } = parsed;
  const version = versionOf(parsed.protocol);
  if (body === null) return respond(service, "advertisement", advertise(repository, service, version));
  try {
    return respond(service, "result", await result(repository, { ...parsed, body }, version, postReceive));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return respond(service, "result", dataPacket(`ERR ${error.message}\n`));
  } finally {
    await discardRest(body);
  }
}

function result(
  repository: Repository,
  { service, body, encoding, identity }: GitRequest & { readonly body: ReadableStream<Uint8Array> },
  version: ProtocolVersion,
  postReceive: PostReceive,
): Promise<ReadableStream<Uint8Array> | Uint8Array> {
  const chunks = readRequest(body, encoding);
  if (service === "git-upload-pack") return uploadPack(repository, chunks, version);
  if (identity === null) throw new Error("A push has no identity");
  return receivePack({ repository, identity, postReceive }, chunks);
}

/** The highest version that the client offers. */
function versionOf(protocol: string | null): ProtocolVersion {
  const offered = (protocol ?? "").split(":");
  if (offered.includes("version=2")) return 2;
  return offered.includes("version=1") ? 1 : 0;
}

const respond = (service: Service, kind: string, body: ReadableStream<Uint8Array> | Uint8Array): Response =>
  new Response(body, {
    headers: {
      "content-type": `application/x-${service}-${kind}`,
      "cache-control": "no-cache, max-age=0, must-revalidate",
      expires: "Fri, 01 Jan 1980 00:00:00 GMT",
      pragma: "no-cache",
    },
  });
