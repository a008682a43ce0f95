// File actions of the API: create, update, delete, move, chmod.
import { type ByteString, textOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { filePath } from "./file-path.ts";
import type { StagedObjects } from "./staged-objects.ts";
import type { TreeEdit } from "./tree-edit.ts";

/** Paths are text; `content` is the complete file. */
export type FileAction =
  | ({ readonly action: "create"; readonly path: string; readonly content: Uint8Array } & Mode)
  | ({ readonly action: "update"; readonly path: string; readonly content: Uint8Array } & Mode & Expecting)
  | ({ readonly action: "chmod"; readonly path: string } & Mode)
  | ({ readonly action: "delete"; readonly path: string } & Expecting)
  /** Null content keeps the file's content. */
  | {
      readonly action: "move";
      readonly path: string;
      readonly previousPath: string;
      readonly content: Uint8Array | null;
    };

interface Mode {
  /** Undefined keeps the mode; a new file is not executable then. */
  readonly isExecutable?: boolean | undefined;
}

interface Expecting {
  /** The blob that the file must have; undefined if it may have changed. */
  readonly expected?: Oid | undefined;
}

/** The reason why a file was not changed. */
export type FileRefusal =
  | { readonly reason: "invalid_path"; readonly path: string }
  /** The file is not the one that the action expects. */
  | { readonly reason: "changed"; readonly path: string }
  | { readonly reason: "no_such_file"; readonly action: "update" | "delete" | "move"; readonly path: string }
  /** The path is taken: by a file or folder, or by a file where a parent folder is needed. */
  | {
      readonly reason: "taken";
      readonly action: "create" | "move";
      readonly path: string;
      readonly by: "file" | "folder";
    };

/** Applies the action to `edit`. After a refusal `edit` must be discarded. */
export function applyAction(staged: StagedObjects, edit: TreeEdit, action: FileAction): FileRefusal | null {
  const path = filePath(action.path);
  if (path === null) return { reason: "invalid_path", path: action.path };
  switch (action.action) {
    case "create":
      return createFile(staged, edit, path, action.content, action);
    case "update":
      return changedFile(edit, path, action) ?? updateFile(staged, edit, path, action.content, action);
    case "chmod":
      return changeMode(edit, path, action);
    case "delete":
      return changedFile(edit, path, action) ?? deleteFile(edit, path);
    case "move": {
      const previousPath = filePath(action.previousPath);
      if (previousPath === null) return { reason: "invalid_path", path: action.previousPath };
      return moveFile(staged, edit, previousPath, path, action.content);
    }
  }
}

function changedFile(edit: TreeEdit, path: ByteString, { expected }: Expecting): FileRefusal | null {
  const at = edit.find(path);
  if (expected === undefined || (at.kind === "file" && at.entry.oid === expected)) return null;
  return { reason: "changed", path: textOf(path) };
}

function createFile(
  staged: StagedObjects,
  edit: TreeEdit,
  path: ByteString,
  content: Uint8Array,
  mode: Mode,
): FileRefusal | null {
  const refusal = takenRefusal(edit, "create", path);
  if (refusal === null) edit.put(path, { mode: modeOf(mode, fileMode.regular), oid: staged.add("blob", content) });
  return refusal;
}

/** A symlink has no mode that could change. */
const modeOf = ({ isExecutable }: Mode, before: number): number =>
  isExecutable === undefined || before === fileMode.symlink
    ? before
    : isExecutable
      ? fileMode.executable
      : fileMode.regular;

function changeMode(edit: TreeEdit, path: ByteString, mode: Mode): FileRefusal | null {
  const at = edit.find(path);
  if (at.kind !== "file" || at.entry.mode === fileMode.gitlink) return noSuchFile("update", path);
  edit.put(path, { mode: modeOf(mode, at.entry.mode), oid: at.entry.oid });
  return null;
}

/** A submodule has no content to update. */
function updateFile(
  staged: StagedObjects,
  edit: TreeEdit,
  path: ByteString,
  content: Uint8Array,
  mode: Mode,
): FileRefusal | null {
  const at = edit.find(path);
  if (at.kind !== "file" || at.entry.mode === fileMode.gitlink) return noSuchFile("update", path);
  edit.put(path, { mode: modeOf(mode, at.entry.mode), oid: staged.add("blob", content) });
  return null;
}

function deleteFile(edit: TreeEdit, path: ByteString): FileRefusal | null {
  if (edit.find(path).kind !== "file") return noSuchFile("delete", path);
  edit.remove(path);
  return null;
}

function moveFile(
  staged: StagedObjects,
  edit: TreeEdit,
  from: ByteString,
  to: ByteString,
  content: Uint8Array | null,
): FileRefusal | null {
  const at = edit.find(from);
  const isSubmodule = at.kind === "file" && at.entry.mode === fileMode.gitlink;
  if (at.kind !== "file" || (isSubmodule && content !== null)) return noSuchFile("move", from);
  if (edit.find(to).kind === "file") return takenRefusal(edit, "move", to);
  // Removed first: the file may be the only one of its folder, or its path may become a folder.
  edit.remove(from);
  const refusal = takenRefusal(edit, "move", to);
  if (refusal !== null) return refusal;
  edit.put(to, { mode: at.entry.mode, oid: content === null ? at.entry.oid : staged.add("blob", content) });
  return null;
}

const noSuchFile = (action: "update" | "delete" | "move", path: ByteString): FileRefusal => ({
  reason: "no_such_file",
  action,
  path: textOf(path),
});

function takenRefusal(edit: TreeEdit, action: "create" | "move", path: ByteString): FileRefusal | null {
  const at = edit.find(path);
  switch (at.kind) {
    case "nothing":
      return null;
    case "blocked":
      return { reason: "taken", action, path: textOf(at.by), by: "file" };
    case "file":
    case "folder":
      return { reason: "taken", action, path: textOf(path), by: at.kind };
  }
}
