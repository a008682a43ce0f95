// Names that a file system maps to `.git` or to a dot-file of git, in any of their disguises.
import type { ByteString } from "./byte-string.ts";
import { textOf } from "./byte-string.ts";

/** Code points that HFS+ ignores in names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Characters that NTFS ignores at the end of a name, and the start of a stream name. A backslash starts a new name. */
const NTFS_END = "[ .]*(?:$|:)";

interface Disguises {
  readonly hfs: RegExp;
  readonly ntfs: RegExp;
}

const git: Disguises = { hfs: /^\.git(?:$|\/)/i, ntfs: /^(?:\.git|git~1)[ .]*(?:$|[\\/:])/i };

/** @param short prefix of the NTFS short name, from a checksum, when the plain short names are taken */
const dotFile = (name: string, short: string): Disguises => ({
  hfs: new RegExp(`^\\.${name}(?:$|/)`, "i"),
  ntfs: new RegExp(`^(?:\\.${name}|${name.slice(0, 6)}~[1-4]|${shortNames(short)})${NTFS_END}`, "i"),
});

/** NTFS short names have eight characters: as much of the prefix as leaves room for `~` and a number. */
const shortNames = (prefix: string): string =>
  [6, 5, 4, 3, 2, 1, 0].map((length) => `${prefix.slice(0, length)}~[1-9][0-9]{${6 - length}}`).join("|");

const gitmodules = dotFile("gitmodules", "gi7eba");
const gitattributes = dotFile("gitattributes", "gi7d29");

/** Cheap test that most names fail: they have no character that a disguise needs. */
export const isSuspicious = (name: ByteString): boolean => /^[.gG~]|[\x80-\xff\\]/.test(name);

export const isDotGit = (name: ByteString): boolean =>
  matches(git, name) || backslashed(name).some((part) => git.ntfs.test(part));

export const isGitmodules = (name: ByteString): boolean =>
  matches(gitmodules, name) || backslashed(name).some((part) => gitmodules.ntfs.test(part));

export const isGitattributes = (name: ByteString): boolean => matches(gitattributes, name);

const matches = ({ hfs, ntfs }: Disguises, name: ByteString): boolean => ntfs.test(name) || hfs.test(hfsText(name));

/** The part behind each backslash, since Windows treats backslashes as slashes. */
const backslashed = (name: ByteString): string[] => [...name.matchAll(/\\/g)].map(({ index }) => name.slice(index + 1));

/** The name without code points that HFS+ ignores, cut at the first byte that is not UTF-8, as git does. */
const hfsText = (name: ByteString): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII bytes
  const isAscii = /^[\x00-\x7f]*$/.test(name);
  return isAscii
    ? name
    : textOf(name)
        .replace(ignoredByHfs, "")
        .replace(/[\ufffd-\uffff].*$/s, "");
};
