// Names and limits of uploaded files.

export const MOST_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Characters. */
const LONGEST_NAME = 200;

/** As GitLab's: the last part of a path, with letters, digits and `_.+-` only. */
export function uploadName(given: string): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const clean = base
    .replace(/[^\p{L}\p{M}\p{N}_.+-]/gu, "_")
    .slice(-LONGEST_NAME)
    .toWellFormed();
  return /^\.*$/.test(clean) ? `_${clean}` : clean;
}

export const isUploadAddress = (secret: string, name: string): boolean =>
  /^[0-9a-f]{32}$/.test(secret) && name === uploadName(name);

/** 122 random bits: a UUID of version 4 without dashes. */
export const newUploadSecret = (): string => crypto.randomUUID().replaceAll("-", "");

/** A UUID of version 8, which distinguishes files of packages from uploads, also in a backup. */
export const newPackageSecret = (): string => newUploadSecret().replace(/^(.{12})./, "$18");
