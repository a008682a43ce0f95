// Checks file paths in parameters.

/** Removes one leading slash, which means the root. */
export const withoutSlash = (path: string): string => (path.startsWith("/") ? path.slice(1) : path);

/** GitLab's text about an invalid path; null for a valid one. */
export function pathFault(path: string): string | null {
  if (path.includes("..")) return "cannot include directory traversal.";
  if (/^[\p{L}\p{M}\p{Nd}_\-./@]*$/u.test(path)) return null;
  return "can contain only letters, digits, '_', '-', '@' and '.'. Separate directories with a '/'.";
}
