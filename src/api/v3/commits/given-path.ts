// Paths of files, as they were sent.

/** One slash at the beginning stands for the root. */
export const withoutSlash = (path: string): string => (path.startsWith("/") ? path.slice(1) : path);

/** What GitLab does not take for the path of a file, in its words; null for what it takes. */
export function pathFault(path: string): string | null {
  if (path.includes("..")) return "cannot include directory traversal.";
  if (/^[\p{L}\p{M}\p{Nd}_\-./@]*$/u.test(path)) return null;
  return "can contain only letters, digits, '_', '-', '@' and '.'. Separate directories with a '/'.";
}
