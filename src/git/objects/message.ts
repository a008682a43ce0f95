// Normalises commit messages as git does.

/**
 * Same result as `git stripspace`: no space at the ends of lines, no empty lines at the ends, no two in a row, a line
 * feed at the end. Empty for a blank text. Lines that begin with `#` stay.
 */
export function stripSpace(text: string): string {
  const lines = text.split("\n").map(withoutTrailingSpace);
  const kept = lines.filter((line, index) => line !== "" || (lines[index - 1] ?? "") !== "");
  if (kept.at(-1) === "") kept.pop();
  return kept.map((line) => `${line}\n`).join("");
}

const spaces = " \t\r\n";

function withoutTrailingSpace(line: string): string {
  let end = line.length;
  while (end > 0 && spaces.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
