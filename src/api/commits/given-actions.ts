// Parses the actions of a commit. Each is validated by itself before the request to the repository.
import type { FileAction } from "../../git/repository/file-actions.ts";
import { boolean, type FieldsOf, fileText, text } from "../../http/coerce.ts";
import { badRequest } from "../../http/errors.ts";
import { fileContent } from "../../services/files/content.ts";
import { type PathFault, withoutSlash } from "./given-path.ts";

export const actionFields = {
  action: text,
  file_path: text,
  previous_path: text,
  content: fileText,
  encoding: text,
};

/** With modes of files. */
export const modeActionFields = { ...actionFields, execute_filemode: boolean };

/** Without the field there are no modes to change. */
export type GivenAction = FieldsOf<typeof actionFields> & { readonly execute_filemode?: boolean | null };

/** @throws ApiError 400 for an invalid action */
export const fileActions = (given: readonly GivenAction[], faultOf: PathFault): FileAction[] =>
  given.map((one) => fileAction(one, faultOf));

function fileAction(given: GivenAction, faultOf: PathFault): FileAction {
  const action = actionName(given);
  const path = withoutSlash(given.file_path ?? "");
  if (path.trim() === "") throw badRequest("You must specify a file_path.");
  refusePath(path, faultOf);
  if (given.previous_path !== null) refusePath(withoutSlash(given.previous_path), faultOf);
  switch (action) {
    case "create":
    case "update":
      if (given.content === null) throw badRequest("You must provide content.");
      return { action, path, content: contentOf(path, given.content, given.encoding) };
    case "delete":
      return { action, path };
    case "chmod":
      if (given.execute_filemode == null) throw badRequest("You must provide execute_filemode.");
      return { action, path, isExecutable: given.execute_filemode };
    case "move": {
      const { previous_path, content, encoding } = given;
      if (previous_path === null) {
        throw badRequest(`You must supply the original file path when moving file \`${path}\`.`);
      }
      const bytes = content === null ? null : contentOf(path, content, encoding);
      return { action, path, previousPath: withoutSlash(previous_path), content: bytes };
    }
  }
}

function actionName({ action, execute_filemode }: GivenAction): FileAction["action"] {
  const name = action ?? "";
  if (name === "chmod" && execute_filemode !== undefined) return name;
  if (name === "create" || name === "update" || name === "delete" || name === "move") return name;
  throw badRequest(`Unknown action type \`${name}\`.`);
}

function refusePath(path: string, faultOf: PathFault): void {
  const fault = faultOf(path);
  if (fault !== null) {
    throw badRequest(`Your changes could not be committed, because the file name, \`${path}\` ${fault}`);
  }
}

/** Decodes the content of a file. @throws ApiError 400 for invalid base64 and for content over 20 MB */
export function contentOf(path: string, sent: string, encoding: string | null): Uint8Array {
  const content = fileContent(sent, encoding);
  switch (content.kind) {
    case "content":
      return content.bytes;
    case "not_base64":
      throw badRequest(`The content of \`${path}\` is not valid base64.`);
    case "too_large":
      throw badRequest(`\`${path}\` is larger than 20 MB, which a file may not be.`);
  }
}
