// Checks file paths in parameters.

/** Removes one leading slash, which means the root. */
export const withoutSlash = (path: string): string => (path.startsWith("/") ? path.slice(1) : path);

/** GitLab's text about an invalid path; null for a valid one. */
export type PathFault = (path: string) => string | null;

/** API v4 takes the names that git does. */
export const traversalFault: PathFault = (path) =>
  path.split("/").includes("..") ? "cannot include directory traversal." : null;

/** API v3 refuses names with spaces, among others. */
export function pathFault(path: string): string | null {
  if (path.includes("..")) return "cannot include directory traversal.";
  if (/^[\p{L}\p{M}\p{Nd}_\-./@]*$/u.test(path)) return null;
  return "can contain only letters, digits, '_', '-', '@' and '.'. Separate directories with a '/'.";
}
