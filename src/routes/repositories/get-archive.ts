// GET /projects/:id/repository/archive, also as archive.tar.gz and its like
import { text } from "../../http/coerce.ts";
import { ApiError, notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { refText } from "./ref-text.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

/** What an archive's name ends in, by what people call the format. */
const endings = { tar: "tar", "tar.gz": "tar.gz", tgz: "tar.gz", gz: "tar.gz", zip: "zip" } as const;
const contentTypes = { tar: "application/x-tar", "tar.gz": "application/gzip", zip: "application/zip" } as const;

type Format = keyof typeof endings;

const isFormat = (word: string): word is Format => Object.hasOwn(endings, word);

/** @param format of the path; without one the parameter says it */
export const getArchive = (format?: Format) =>
  repositoryEndpoint({
    access: "visible_code",
    params: { sha: optional(text), format: optional(text) },
    async handle(call) {
      const { sha, format: given } = call.params;
      const { project, repository } = await withRepository(call);
      const wanted = format ?? (given || "tar.gz");
      if (!isFormat(wanted)) throw new ApiError(406, { error: `The requested format '${wanted}' is not supported.` });
      const ending = endings[wanted];
      const revision = sha ? refText(sha) : null;
      const archive = await repository.run("archive", project.path, revision, ending === "zip" ? "zip" : "tar");
      if (archive === null) throw notFound("File");
      const { name, bytes } = archive;
      return new Response(ending === "tar.gz" ? bytes.pipeThrough(new CompressionStream("gzip")) : bytes, {
        headers: {
          "content-type": contentTypes[ending],
          "content-disposition": `attachment; filename="${name}.${ending}"`,
          "cache-control": "private",
        },
      });
    },
  });
