// Validates names and paths of groups, users and projects. Pure: each check returns GitLab's errors of one attribute.
const BLANK = "can't be blank";
export const TAKEN = "has already been taken";

/** GitLab counts code points, each of which takes at most two UTF-16 units. */
const isLonger = (text: string, limit: number): boolean =>
  text.length > 2 * limit || (text.length > limit && [...text].length > limit);

const tooLong = (limit: number): string => `is too long (maximum is ${limit} characters)`;

const reservedRoots = new Set(
  `.well-known admin all assets ci dashboard files ghost groups help hooks issues merge_requests new notes profile projects
  public repository robots.txt s search services snippets teams u unsubscribes users`.split(/\s+/),
);

const reservedProjects = new Set(
  `.well-known all files groups hooks issues merge_requests new projects repository robots.txt s snippets teams u
  unsubscribes users tree commits wikis edit create update logs_tree preview blob blame raw create_dir find_file artifacts
  graphs refs badges`.split(/\s+/),
);

/** Checks a required text. */
export function checkText(text: string, limit: number): string[] {
  if (text.trim() === "") return [BLANK];
  return isLonger(text, limit) ? [tooLong(limit)] : [];
}

/** Checks a text that may be empty. */
export const checkLength = (text: string, limit: number): string[] => (isLonger(text, limit) ? [tooLong(limit)] : []);

export function checkGroupName(name: string): string[] {
  const errors = checkText(name, 255);
  if (errors[0] !== BLANK && !/^[\p{L}\p{M}\p{Nd}\p{Pd}_. ]*$/u.test(name)) {
    errors.push("can contain only letters, digits, '_', '.', dash and space.");
  }
  return errors;
}

/** The path of a group or a user. */
export function checkRootPath(path: string): string[] {
  const errors = checkText(path, 255);
  if (errors[0] === BLANK) return errors;
  const formed = /^(?:[a-zA-Z0-9_.][a-zA-Z0-9_\-.]*[a-zA-Z0-9_-]|[a-zA-Z0-9_])$/.test(path);
  if (!formed || /\.(git|atom)$/.test(path)) {
    errors.push(
      "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
    );
  }
  if (reservedRoots.has(path)) errors.push(`${path} is a reserved name`);
  return errors;
}

/** Unicode counts `#` and `*` among the components of emojis, because keycaps are built from them. */
const projectName =
  /^[\p{L}\p{Nd}\p{Extended_Pictographic}[\p{Emoji_Component}--[#*]]_][\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}[\p{Emoji_Component}--[#*]]\p{Pd}_. ]*$/v;

export function checkProjectName(name: string): string[] {
  const errors = checkText(name, 255);
  if (errors[0] !== BLANK && !projectName.test(name)) {
    errors.push(
      "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.",
    );
  }
  return errors;
}

export function checkProjectPath(path: string): string[] {
  const errors = checkText(path, 255);
  if (errors[0] === BLANK) return errors;
  const formed = /^[a-zA-Z0-9_.][a-zA-Z0-9_\-.]*$/.test(path) && path !== "." && path !== "..";
  if (!formed || /\.(git|atom)$/.test(path)) {
    errors.push(
      "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'",
    );
  }
  if (reservedProjects.has(path)) errors.push(`${path} is a reserved name`);
  return errors;
}

/** Letters that NFKD does not decompose to ASCII. */
const foldings: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ł: "l",
  ŋ: "ng",
  þ: "th",
  ŧ: "t",
};

/** UTF-16 units of a name that are folded. A valid name has at most 255 characters. */
const MOST_FOLDED = 1_000;

/** `Foo Project` -> `foo-project`: folds to lower-case ASCII and replaces runs of other characters by one dash. */
export function pathFromName(name: string): string {
  return name
    .slice(0, MOST_FOLDED)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => foldings[letter] ?? letter)
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}
