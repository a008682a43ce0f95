// Patterns of branches, as GitLab documents them for webhooks: `*` stands for any characters, slashes included.

/** Takes time in proportion to the length of both: each part between two stars is searched once, from where the last ended. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
