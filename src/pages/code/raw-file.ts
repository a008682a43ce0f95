// GET /:namespace/:project/raw/:ref/*: the bytes of a file. GET /:namespace/:project/repository/archive.*: of all files.

import { getArchive } from "../../api/repositories/get-archive.ts";
import { refText } from "../../api/repositories/ref-text.ts";
import type { RawFile } from "../../git/operations/browse.ts";
import { notFound } from "../../http/errors.ts";
import { pictureType } from "../../http/picture-type.ts";
import type { Visit } from "../visit.ts";
import { baseName, decodePath } from "./byte-path.ts";
import { openCode, placeUrl } from "./open-code.ts";

export const isPicture = (name: string): boolean => pictureType(name) !== undefined;

export async function rawFile(visit: Visit): Promise<Response> {
  const { project, repository } = await openCode(visit);
  const path = decodePath(visit.rest);
  const file = await repository.run("readRawFile", refText(visit.param("ref")), path);
  switch (file.kind) {
    case "file":
      return rawResponse(visit, baseName(path), file);
    case "moved":
      return visit.redirect(placeUrl(project, "raw", file.revision, file.path));
    case "no_entry":
      throw notFound("File");
  }
}

function rawResponse(visit: Visit, name: string, { blob, content }: RawFile): Response {
  const headers = rawHeaders(name, content, blob);
  const isKnown = visit.headers.get("if-none-match") === headers.etag;
  return new Response(isKnown ? null : unshared(content), { status: isKnown ? 304 : 200, headers });
}

/** The content is untrusted: no browser may run it as a page of this server. @param blob its id */
function rawHeaders(name: string, content: Uint8Array, blob: string) {
  const isBinary = content.subarray(0, 8_000).includes(0);
  const type = pictureType(name) ?? (isBinary ? "application/octet-stream" : "text/plain; charset=utf-8");
  return {
    "content-type": type,
    ...(type === "application/octet-stream" && { "content-disposition": "attachment" }),
    etag: `"${blob}"`,
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    vary: "Cookie",
  };
}

/** Bytes received over RPC are never in a SharedArrayBuffer. */
const unshared = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

/** The API's archive of the revision `ref`, or of the default branch. */
export const archive = (format: "zip" | "tar.gz") => {
  const endpoint = getArchive(format);
  return async (visit: Visit): Promise<Response> => {
    const response: unknown = await visit.api.call(endpoint, { id: visit.projectPath, sha: visit.queryText("ref") });
    if (!(response instanceof Response)) throw new Error("An archive is a response of bytes.");
    return response;
  };
};
