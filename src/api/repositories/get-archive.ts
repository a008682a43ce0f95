// GET /projects/:id/repository/archive, also with an extension: archive.tar.gz

import { text } from "../../http/coerce.ts";
import { ApiError, badRequest, notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { bytes } from "../response.ts";
import { refText } from "./ref-text.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

/** File extensions by the names of formats. */
const extensions = { tar: "tar", "tar.gz": "tar.gz", tgz: "tar.gz", gz: "tar.gz", zip: "zip" } as const;
const contentTypes = { tar: "application/x-tar", "tar.gz": "application/gzip", zip: "application/zip" } as const;

const TOO_LARGE = "The archive would have more than 100000 entries or 1 GB; clone the repository instead";

type Format = keyof typeof extensions;

const isFormat = (word: string): word is Format => Object.hasOwn(extensions, word);

const archiveParams = { sha: optional(text), format: optional(text) };

/** With a folder: the archive of v4. */
export const partParams: typeof archiveParams & { path?: typeof archiveParams.sha } = {
  ...archiveParams,
  path: optional(text),
};

/** @param format that of the path; without one the parameter `format` decides */
export const getArchive = (format?: Format, params: typeof partParams = archiveParams) =>
  repositoryEndpoint({
    access: "visible_code",
    readRepository: true,
    params,
    response:
      format === undefined ? bytes(...Object.values(contentTypes), 406) : bytes(contentTypes[extensions[format]]),
    async handle(call) {
      const { sha, path, format: given } = call.params;
      const { project, repository } = await withRepository(call);
      const wanted = format ?? (given || "tar.gz");
      if (!isFormat(wanted)) throw new ApiError(406, { error: `The requested format '${wanted}' is not supported.` });
      const extension = extensions[wanted];
      const revision = sha ? refText(sha) : null;
      const archive = await repository.run("archive", project.path, revision, extension, path ?? "");
      if (archive === null) throw notFound("File");
      if (archive === "too_large") throw badRequest(TOO_LARGE);
      const { name, bytes } = archive;
      return new Response(extension === "tar.gz" ? bytes.pipeThrough(new CompressionStream("gzip")) : bytes, {
        headers: {
          "content-type": contentTypes[extension],
          "content-disposition": `attachment; filename="${name}.${extension}"`,
        },
      });
    },
  });
