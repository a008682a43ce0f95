// Refuses pushed objects that are dangerous to check out or that would fail `git fsck --strict` in every clone.
import { GitError } from "../git-error.ts";
import { asBuffer, type ByteString, byteStringFrom, textOf } from "./byte-string.ts";
import { isDotGit, isGitattributes, isGitmodules, isSuspicious } from "./dot-names.ts";
import type { FaultId, ObjectFault } from "./faults.ts";
import { type ObjectType, type Oid, oidFrom } from "./oid.ts";
import { isPlainTree } from "./plain-tree.ts";
import { isObjectType } from "./tag.ts";
import { fileMode, scanTree } from "./tree.ts";

export interface CheckedObject {
  readonly faults: readonly ObjectFault[];
  /** Blobs named `.gitmodules` in a tree: pass them to {@link checkGitmodules} once they are stored. */
  readonly gitmodules: readonly Oid[];
  /** The same for `.gitattributes`. */
  readonly gitattributes: readonly Oid[];
}

/** Newer versions of git refuse longer names when they clone. */
const LONGEST_NAME = 4096;
const ZERO = 0x30;
const LARGEST_TIME = 2n ** 63n - 1n;

/** Finds the faults that `git fsck --strict` reports, and those of {@link FaultId} that are too dangerous to accept. */
export function checkObject(type: ObjectType, content: Uint8Array): CheckedObject {
  switch (type) {
    case "commit":
      return { ...nothing, faults: checkCommit(content) };
    case "tag":
      return { ...nothing, faults: checkTag(content) };
    case "tree":
      return isPlainTree(content) ? nothing : checkTree(content);
    case "blob":
      return nothing;
  }
}

/** @throws GitError for the first fault that is not in `tolerated` */
export function refuseFaults(
  object: { type: ObjectType; oid: Oid },
  faults: readonly ObjectFault[],
  tolerated: ReadonlySet<FaultId> = new Set(),
): void {
  const fault = faults.find(({ id }) => !tolerated.has(id));
  if (fault === undefined) return;
  throw new GitError("object", `${object.type} ${object.oid} is refused: ${fault.id}: ${fault.text}`);
}

const nothing: CheckedObject = { faults: [], gitmodules: [], gitattributes: [] };

/** In full. */
export function checkTree(content: Uint8Array): CheckedObject {
  const faults = new Map<FaultId, string>();
  const gitmodules: Oid[] = [];
  const gitattributes: Oid[] = [];
  const order = new EntryOrder();
  // Decoded once for all entries: most objects of a push are trees.
  const text = byteStringFrom(content);
  const found = (id: FaultId, what: string, name?: ByteString) => {
    if (!faults.has(id)) faults.set(id, name === undefined ? what : `${what} (${JSON.stringify(textOf(name))})`);
  };
  const checkSuspicious = (name: ByteString, mode: number, oidStart: number) => {
    if (name === ".") found("hasDot", "contains '.'");
    if (name === "..") found("hasDotdot", "contains '..'");
    if (isDotGit(name)) found("hasDotgit", "contains '.git'", name);
    if (isGitmodules(name)) {
      if (mode === fileMode.symlink) found("gitmodulesSymlink", ".gitmodules is a symbolic link", name);
      else if (isFile(mode)) gitmodules.push(oidFrom(content, oidStart));
      else found("gitmodulesBlob", "non-blob found at .gitmodules", name);
    }
    if (isGitattributes(name) && mode !== fileMode.symlink) {
      if (isFile(mode)) gitattributes.push(oidFrom(content, oidStart));
      else found("gitattributesBlob", "non-blob found at .gitattributes", name);
    }
  };
  try {
    for (const { mode, modeStart, nameStart, nameEnd, oidStart } of scanTree(content)) {
      const name = text.slice(nameStart, nameEnd);
      if (!isKnownMode(mode)) {
        found("badFilemode", `contains bad file modes: ${text.slice(modeStart, nameStart - 1).slice(0, 20)}`, name);
      }
      if (content[modeStart] === ZERO) found("zeroPaddedFilemode", "contains zero-padded file modes", name);
      if (isNull(content, oidStart)) found("nullSha1", "contains entries pointing to null sha1", name);
      if (name.includes("/")) found("fullPathname", "contains full pathnames", name);
      if (name.length > LONGEST_NAME) found("largePathname", `contains a name of over ${LONGEST_NAME} bytes`);
      if (isSuspicious(name)) checkSuspicious(name, mode, oidStart);
      const fault = order.next(name, mode === fileMode.tree);
      if (fault === "duplicateEntries") found(fault, "contains duplicate file entries", name);
      if (fault === "treeNotSorted") found(fault, "not properly sorted", name);
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    found("badTree", error.message.replace(/^badTree: /, ""));
  }
  return { faults: [...faults].map(([id, what]) => ({ id, text: what })), gitmodules, gitattributes };
}

/** Old tools wrote 100664 and similar modes; git and this package read those by their executable bit. */
const isKnownMode = (mode: number) =>
  isFile(mode) || mode === fileMode.tree || mode === fileMode.symlink || mode === fileMode.gitlink;

const isFile = (mode: number) => (mode & ~0o777) === 0o100000;

function isNull(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + 20; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** Checks that entries are in git's order and that no name occurs twice, not even as a file and later as a tree. */
class EntryOrder {
  #name: ByteString | null = null;
  #key = "";
  /** Files whose names are prefixes of the latest name: a tree of the same name may still follow. */
  #prefixes: ByteString[] = [];

  next(name: ByteString, isTree: boolean): "duplicateEntries" | "treeNotSorted" | null {
    const key = isTree ? `${name}/` : name;
    const [last, lastKey] = [this.#name, this.#key];
    this.#name = name;
    this.#key = key;
    while (this.#prefixes.length > 0 && !name.startsWith(this.#prefixes.at(-1) ?? "")) this.#prefixes.pop();
    const isFileToo = this.#prefixes.at(-1) === name;
    if (!isTree) this.#prefixes.push(name);
    if (name === last) return "duplicateEntries";
    if (last !== null && key <= lastKey) return "treeNotSorted";
    return isFileToo ? "duplicateEntries" : null;
  }
}

/** Collects faults of the header lines of a commit or a tag. */
class HeaderCheck {
  readonly faults: ObjectFault[] = [];
  readonly #lines: readonly string[];
  #next = 0;

  constructor(content: Uint8Array) {
    const buffer = asBuffer(content);
    const blank = buffer.indexOf("\n\n");
    const head = buffer.toString("latin1", 0, blank < 0 ? content.length : blank + 1);
    if (head.includes("\0")) this.found("nulInHeader", "unterminated header: NUL in the header");
    else if (blank < 0 && !head.endsWith("\n")) this.found("unterminatedHeader", "unterminated header");
    this.#lines = head.split("\n").slice(0, -1);
  }

  found(id: FaultId, text: string): void {
    this.faults.push({ id, text });
  }

  /** Returns the value of the next line and moves past it, if the line has this name. */
  take(name: string): string | undefined {
    const line = this.#lines[this.#next];
    if (line === undefined || !line.startsWith(`${name} `)) return undefined;
    this.#next += 1;
    return line.slice(name.length + 1);
  }

  takeOid(name: string, missing: FaultId, bad: FaultId): void {
    const value = this.take(name);
    if (value === undefined) this.found(missing, `invalid format - expected '${name}' line`);
    else if (!/^[0-9a-f]{40}$/i.test(value)) this.found(bad, `invalid '${name}' line format - bad sha1`);
  }

  ident(line: string): void {
    const fault = identFault(line);
    if (fault !== null) this.found(fault, `invalid author/committer line - ${identTexts[fault]}`);
  }
}

function checkCommit(content: Uint8Array): ObjectFault[] {
  const check = new HeaderCheck(content);
  if (check.faults.length > 0) return check.faults;
  check.takeOid("tree", "missingTree", "badTreeSha1");
  for (let parent = check.take("parent"); parent !== undefined; parent = check.take("parent")) {
    if (!/^[0-9a-f]{40}$/i.test(parent)) check.found("badParentSha1", "invalid 'parent' line format - bad sha1");
  }
  let authors = 0;
  for (let author = check.take("author"); author !== undefined; author = check.take("author")) {
    authors++;
    check.ident(author);
  }
  if (authors === 0) check.found("missingAuthor", "invalid format - expected 'author' line");
  if (authors > 1) check.found("multipleAuthors", "invalid format - multiple 'author' lines");
  const committer = check.take("committer");
  if (committer === undefined) check.found("missingCommitter", "invalid format - expected 'committer' line");
  else check.ident(committer);
  if (content.includes(0)) check.found("nulInCommit", "NUL byte in the commit object body");
  return check.faults;
}

function checkTag(content: Uint8Array): ObjectFault[] {
  const check = new HeaderCheck(content);
  if (check.faults.length > 0) return check.faults;
  check.takeOid("object", "missingObject", "badObjectSha1");
  const type = check.take("type");
  if (type === undefined) check.found("missingTypeEntry", "invalid format - expected 'type' line");
  else if (!isObjectType(type)) check.found("badType", "invalid 'type' value");
  if (check.take("tag") === undefined) check.found("missingTagEntry", "invalid format - expected 'tag' line");
  const tagger = check.take("tagger");
  if (tagger !== undefined) check.ident(tagger);
  return check.faults;
}

const identTexts = {
  missingNameBeforeEmail: "missing space before email",
  badName: "bad name",
  missingEmail: "missing email",
  missingSpaceBeforeEmail: "missing space before email",
  badEmail: "bad email",
  missingSpaceBeforeDate: "missing space before date",
  zeroPaddedDate: "zero-padded date",
  badDateOverflow: "date causes integer overflow",
  badDate: "bad date",
  badTimezone: "bad time zone",
} as const satisfies Partial<Record<FaultId, string>>;

function identFault(line: string): keyof typeof identTexts | null {
  if (line.startsWith("<")) return "missingNameBeforeEmail";
  const open = line.search(/[<>]/);
  if (open < 0) return "missingEmail";
  if (line[open] === ">") return "badName";
  if (open > 0 && line[open - 1] !== " ") return "missingSpaceBeforeEmail";
  const [, close, date] = /^[^<>]*([<>]?)(.*)$/s.exec(line.slice(open + 1)) ?? [];
  if (close !== ">") return "badEmail";
  if (!date?.startsWith(" ")) return "missingSpaceBeforeDate";
  return dateFault(date.slice(1));
}

function dateFault(date: string): "zeroPaddedDate" | "badDateOverflow" | "badDate" | "badTimezone" | null {
  if (/^0(?! )/.test(date)) return "zeroPaddedDate";
  const [, digits = "", rest = ""] = /^(\d*)(.*)$/s.exec(date) ?? [];
  if (digits.length > 18 && BigInt(digits) > LARGEST_TIME) return "badDateOverflow";
  if (digits === "" || !rest.startsWith(" ")) return "badDate";
  return /^ [+-]\d{4}$/.test(rest) ? null : "badTimezone";
}
