// Commits the change of one file from a form: the API's endpoints of files, with two rules more.

import { traversalFault } from "../../../api/commits/given-path.ts";
import { contentParams, creation, sentContent, writeFile, writtenFileParams } from "../../../api/files/write-file.ts";
import { repositoryEndpoint } from "../../../api/repositories/repository-endpoint.ts";
import { one } from "../../../api/response.ts";
import { presentWrittenFile } from "../../../api/v3/presenters/file.ts";
import { oneOf, text } from "../../../http/coerce.ts";
import { badRequest } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { visitedProjectUrl } from "../../paths.ts";
import { redirectWith } from "../../redirect-with.ts";
import type { Visit } from "../../visit.ts";

export type Change = "create" | "update" | "delete";

/** A branch that does not exist begins at `start`, and a file with another id than `blob` is not changed. */
const commitFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: {
    ...writtenFileParams,
    ...contentParams,
    change: required(oneOf("create", "update", "delete")),
    start: optional(text),
    blob: optional(text),
  },
  response: one(presentWrittenFile),
  async handle(call) {
    const { params } = call;
    const expected = params.blob ?? undefined;
    const path = await writeFile(
      call,
      (name) => {
        switch (params.change) {
          case "delete":
            return { action: "delete", path: name, expected };
          case "update":
            return { action: "update", path: name, content: sentContent(name, params), expected };
          default:
            return creation(name, params, traversalFault);
        }
      },
      params.start || undefined,
    );
    return presentWrittenFile({ path, branch: params.branch_name });
  },
});

/** Of a text that a form sends: files of up to this size are shown in one, see MOST_TEXT_BYTES in browse.ts. */
const MOST_BYTES = 1024 * 1024;

/**
 * Commits what the form has, and sends the browser to `next`.
 *
 * @param next the page below the project, by the branch that was committed to, with the path of the file as text
 * @throws ApiError 400, 403, 404, 409
 */
export async function submitChange(
  visit: Visit,
  change: Change,
  next: (branch: string, path: string) => string,
): Promise<Response> {
  const content = Buffer.from(sentText(visit));
  if (content.length > MOST_BYTES) throw badRequest("Files over 1 MB cannot be edited here. Push the change instead.");
  const { file_path, branch_name } = await visit.api.call(commitFile, {
    id: visit.projectPath,
    change,
    file_path: visit.formText("file_path"),
    branch_name: visit.formText("branch_name"),
    commit_message: visit.formText("commit_message"),
    // As text, the API would change the line ends.
    content: content.toString("base64"),
    encoding: "base64",
    start: visit.formText("start"),
    blob: visit.formText("blob"),
  });
  const page = `${visitedProjectUrl(visit)}/${next(branch_name ?? "", file_path)}`;
  return redirectWith(visit, `The change was committed to ${branch_name}.`, page);
}

/** A browser sends every line end of a text area as CRLF. */
function sentText(visit: Visit): string {
  const text = (visit.formText("content") ?? "").replace(/\r\n?/g, "\n");
  return visit.formText("line_ends") === "crlf" ? text.replaceAll("\n", "\r\n") : text;
}

/** Null for a text that a form would change: with mixed line ends, or with carriage returns alone. */
export function lineEndsOf(content: string): "lf" | "crlf" | null {
  if (!content.includes("\r")) return "lf";
  return /\r(?!\n)|(?<!\r)\n/.test(content) ? null : "crlf";
}
