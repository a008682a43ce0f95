// Names that a file system takes for `.git` or one of git's own files, however they are disguised.
import type { ByteString } from "./byte-string.ts";
import { textOf } from "./byte-string.ts";

/** Code points that HFS+ leaves out of names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** What NTFS leaves out at a name's end, and the stream that may follow. A backslash begins the next name. */
const NTFS_END = "[ .]*(?:$|:)";

interface Disguises {
  readonly hfs: RegExp;
  readonly ntfs: RegExp;
}

const git: Disguises = { hfs: /^\.git(?:$|\/)/i, ntfs: /^(?:\.git|git~1)[ .]*(?:$|[\\/:])/i };

/** @param short what NTFS makes of the name when the plain short names are taken: a checksum of it */
const dotFile = (name: string, short: string): Disguises => ({
  hfs: new RegExp(`^\\.${name}(?:$|/)`, "i"),
  ntfs: new RegExp(`^(?:\\.${name}|${name.slice(0, 6)}~[1-4]|${shortNames(short)})${NTFS_END}`, "i"),
});

/** Eight characters: as much of the prefix as leaves room for `~` and a number. */
const shortNames = (prefix: string): string =>
  [6, 5, 4, 3, 2, 1, 0].map((length) => `${prefix.slice(0, length)}~[1-9][0-9]{${6 - length}}`).join("|");

const gitmodules = dotFile("gitmodules", "gi7eba");
const gitattributes = dotFile("gitattributes", "gi7d29");

/** Whether the name can be one of these disguises at all: most have no such character. */
export const isSuspicious = (name: ByteString): boolean => /^[.gG~]|[\x80-\xff\\]/.test(name);

export const isDotGit = (name: ByteString): boolean =>
  matches(git, name) || backslashed(name).some((part) => git.ntfs.test(part));

export const isGitmodules = (name: ByteString): boolean =>
  matches(gitmodules, name) || backslashed(name).some((part) => gitmodules.ntfs.test(part));

export const isGitattributes = (name: ByteString): boolean => matches(gitattributes, name);

const matches = ({ hfs, ntfs }: Disguises, name: ByteString): boolean => ntfs.test(name) || hfs.test(hfsText(name));

/** What stands behind each backslash: Windows takes them for slashes. */
const backslashed = (name: ByteString): string[] => [...name.matchAll(/\\/g)].map(({ index }) => name.slice(index + 1));

/** Without what HFS+ leaves out, up to what is not UTF-8: there git takes the name for ended. */
const hfsText = (name: ByteString): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes that are not ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(name);
  return isAscii
    ? name
    : textOf(name)
        .replace(ignoredByHfs, "")
        .replace(/[\ufffd-\uffff].*$/s, "");
};
