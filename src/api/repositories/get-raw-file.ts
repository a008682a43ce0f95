// GET /projects/:id/repository/blobs/:sha and .../commits/:sha/blob: the bytes of the file at a path in a commit.
// GET /projects/:id/repository/raw_blobs/:blob_id: the bytes of a blob.

import { segment, text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { bytes } from "../response.ts";
import { refText } from "./ref-text.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

export const getRawFile = repositoryEndpoint({
  access: "visible_code",
  params: { sha: required(segment), filepath: required(text) },
  response: bytes("text/plain", "application/octet-stream"),
  async handle(call) {
    const { sha, filepath } = call.params;
    const { repository } = await withRepository(call);
    const found = await repository.run("readFile", refText(sha), filepath ?? "");
    if (found === "no_commit") throw notFound("Commit");
    if (found === "no_file") throw notFound("File");
    return rawBytes(found.content, found.blob);
  },
});

const blobParams = { blob_id: required(segment) };

/** @param params of v4, where the id is called `sha` */
export const gettingRawBlob = (params = blobParams) =>
  repositoryEndpoint({
    access: "visible_code",
    readRepository: true,
    params,
    response: bytes("text/plain", "application/octet-stream"),
    async handle(call) {
      const { repository } = await withRepository(call);
      const content = await repository.run("readBlob", call.params.blob_id);
      if (content === null) throw notFound("Blob");
      return rawBytes(content, call.params.blob_id?.toLowerCase() ?? "");
    },
  });

export const getRawBlob = gettingRawBlob();

/** The content is untrusted: the headers keep browsers from running it. @param blob its id, which is its entity tag */
function rawBytes(content: Uint8Array, blob: string): Response {
  const isBinary = content.subarray(0, 8_000).includes(0);
  return new Response(unshared(content), {
    headers: {
      "content-type": isBinary ? "application/octet-stream" : "text/plain",
      etag: `"${blob}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Bytes received over RPC are never in a SharedArrayBuffer. */
const unshared = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;
