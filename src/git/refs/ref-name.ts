// Valid ref names, and those that clients may push.
import { Buffer } from "node:buffer";

/** Full name, such as `refs/heads/main`. Text: names that are not UTF-8 are refused. */
export type RefName = string;

/** Git creates a lock file NAME.lock for each ref it writes; file names have at most 255 bytes. */
const LONGEST_COMPONENT = 255 - ".lock".length;
const LONGEST_NAME = 1024;
/** Each folder of a name is compared with the other refs, for thousands of names without a pause. */
const MOST_COMPONENTS = 32;

/** Refs that only the server writes. */
const internalFolders = ["refs/merge-requests/", "refs/keep-around/"];

// biome-ignore lint/suspicious/noControlCharactersInRegex: ref names cannot have control characters
const badCharacters = /[\x00-\x20\x7f~^:?*[\\]/;

/** The rules of `git check-ref-format`, with at least two components. */
export function isRefName(name: string): boolean {
  const components = name.split("/");
  return (
    components.length > 1 &&
    components.every(isComponent) &&
    !name.endsWith(".") &&
    !name.includes("..") &&
    !name.includes("@{") &&
    !badCharacters.test(name)
  );
}

const isComponent = (component: string) =>
  component !== "" && !component.startsWith(".") && !component.endsWith(".lock");

export type RefNameProblem =
  | "not_a_ref_name"
  | "not_below_refs"
  | "internal"
  | "too_long"
  | "begins_with_dash"
  | "named_head"
  | "like_an_object_id";

/**
 * The reason why a client may not create or change this ref; null when it may.
 *
 * Stricter than git: refuses names that a clone could not store as files, and short names that commands and URLs would
 * take for something else.
 */
export function pushedRefProblem(name: string): RefNameProblem | null {
  if (!isRefName(name)) return "not_a_ref_name";
  if (!name.startsWith("refs/")) return "not_below_refs";
  if (internalFolders.some((folder) => `${name}/`.startsWith(folder))) return "internal";
  if (isTooLong(name)) return "too_long";
  const short = /^refs\/(?:heads|tags)\/(.*)$/s.exec(name)?.[1];
  if (short === undefined) return /^refs\/(?:heads|tags)$/.test(name) ? "not_a_ref_name" : null;
  if (short.startsWith("-")) return "begins_with_dash";
  if (short === "HEAD") return "named_head";
  return /^[0-9a-f]{40}$/i.test(short) ? "like_an_object_id" : null;
}

const isTooLong = (name: string) =>
  Buffer.byteLength(name) > LONGEST_NAME ||
  name.split("/").length > MOST_COMPONENTS ||
  name.split("/").some((component) => Buffer.byteLength(component) > LONGEST_COMPONENT);

/** Git shows the text behind `! [remote rejected]`. */
export const refNameTexts: Readonly<Record<RefNameProblem, string>> = {
  not_a_ref_name: "funny refname",
  not_below_refs: "only refs below refs/ can be pushed",
  internal: "refs of this name are made by the server",
  too_long: `the name is over ${LONGEST_NAME} bytes or ${MOST_COMPONENTS} parts, or a part over ${LONGEST_COMPONENT} bytes`,
  begins_with_dash: "a branch or tag cannot begin with a dash",
  named_head: "a branch or tag cannot be called HEAD",
  like_an_object_id: "a branch or tag cannot look like an object id",
};

/** The reason why a client may not delete this ref. Less strict: older refs may have names that are refused now. */
export function deletedRefProblem(name: string): RefNameProblem | null {
  const problem = pushedRefProblem(name);
  return problem === "not_a_ref_name" || problem === "not_below_refs" || problem === "internal" ? problem : null;
}

/** Names that cannot exist beside this one, since a ref is a file or a folder, not both. Nearest to the root first. */
export function enclosingNames(name: RefName): RefName[] {
  const parts = name.split("/");
  return parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join("/"));
}

/** The ref name that a client sent; null when it is not UTF-8. */
export function decodeRefName(bytes: Uint8Array): RefName | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}
