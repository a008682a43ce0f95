// Valid and invalid names and paths, and their error messages.
import { describe, expect, test } from "vitest";
import {
  checkGroupName,
  checkLength,
  checkProjectName,
  checkProjectPath,
  checkRootPath,
  checkText,
  pathFromName,
} from "../../src/services/names.ts";

const BLANK = "can't be blank";
const TOO_LONG = "is too long (maximum is 255 characters)";
const GROUP_NAME = "can contain only letters, digits, '_', '.', dash and space.";
const ROOT_PATH =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const PROJECT_NAME =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.";
const PROJECT_PATH =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

const words = (text: string): string[] => text.trim().split(/\s+/);

const reservedForBoth = words(`.well-known all files groups hooks issues merge_requests new projects repository
  robots.txt s snippets teams u unsubscribes users`);
const reservedForRootsOnly = words("admin assets ci dashboard help notes profile public search services");
const reservedForProjectsOnly = words(`tree commits wikis edit create update logs_tree preview blob blame raw create_dir
  find_file artifacts graphs refs badges`);

describe("a group's name", () => {
  test.each([
    ["one character", "a"],
    ["letters of any script", "Группа 群組 Größe"],
    ["digits, underscores, dots and spaces", "a_1. b"],
    ["every kind of dash", "a-b–c—d"],
    ["255 characters", "a".repeat(255)],
    ["255 characters outside the basic plane", "𠮷".repeat(255)],
    ["with a leading dash", "-a"],
  ])("may be %s", (_what, name) => {
    expect(checkGroupName(name)).toEqual([]);
  });

  test.each([
    ["empty", "", [BLANK]],
    ["only white space", " \t\n", [BLANK]],
    ["256 characters", "a".repeat(256), [TOO_LONG]],
    ["with an emoji", "a😀", [GROUP_NAME]],
    ["with a slash", "a/b", [GROUP_NAME]],
    ["with a line feed", "a\nb", [GROUP_NAME]],
    ["with a final line feed", "a\n", [GROUP_NAME]],
    ["with an ampersand", "a & b", [GROUP_NAME]],
    ["with markup", "<b>", [GROUP_NAME]],
    ["too long and malformed", "/".repeat(256), [TOO_LONG, GROUP_NAME]],
  ])("may not be %s", (_what, name, errors) => {
    expect(checkGroupName(name)).toEqual(errors);
  });
});

describe("the path of a group or a user", () => {
  test.each([
    "a",
    "0",
    "_",
    "ab",
    "a-b",
    "a.b",
    "a_b",
    ".x",
    "..x",
    "x-",
    "x_",
    "a..b",
    "123",
    "gitx",
    "x.gitx",
    "x.git-y",
  ])("may be %j", (path) => {
    expect(checkRootPath(path)).toEqual([]);
  });

  test("may have 255 characters", () => {
    expect(checkRootPath("a".repeat(255))).toEqual([]);
  });

  test.each([
    "-",
    ".",
    "..",
    "-x",
    "x.",
    "a b",
    "a/b",
    "é",
    "x.git",
    "x.atom",
    "a\n",
    "\na",
    "a%",
    "a\\b",
    "a:b",
    "😀",
  ])("may not be %j", (path) => {
    expect(checkRootPath(path)).toEqual([ROOT_PATH]);
  });

  test.each([
    ["empty", "", [BLANK]],
    ["only white space", "  ", [BLANK]],
    ["256 characters", "a".repeat(256), [TOO_LONG]],
    ["too long and malformed", "é".repeat(256), [TOO_LONG, ROOT_PATH]],
  ])("may not be %s", (_what, path, errors) => {
    expect(checkRootPath(path)).toEqual(errors);
  });

  test.each([...reservedForBoth, ...reservedForRootsOnly])("may not be the reserved word %s", (word) => {
    expect(checkRootPath(word)).toEqual([`${word} is a reserved name`]);
  });

  test.each(reservedForProjectsOnly)("may be %s, which is reserved in projects only", (word) => {
    expect(checkRootPath(word)).toEqual([]);
  });

  test("may be a reserved word in another letter case", () => {
    expect(checkRootPath("Admin")).toEqual([]);
  });
});

describe("a project's name", () => {
  test.each([
    ["one letter", "a"],
    ["with a leading digit", "1 fine name"],
    ["with a leading underscore", "_x"],
    ["with a leading emoji", "🚀 Rocket"],
    ["with an emoji of several code points", "👩‍👩‍👧‍👦 family 👍🏽"],
    ["letters of any script", "Größe 群組"],
    ["with a letter of two code points", "Cafe\u0301"],
    ["with dots, dashes and spaces after the first character", "a.b-c d–e"],
    ["255 characters", "a".repeat(255)],
    ["255 emojis", "😀".repeat(255)],
  ])("may be %s", (_what, name) => {
    expect(checkProjectName(name)).toEqual([]);
  });

  test.each([
    ["empty", "", [BLANK]],
    ["only white space", "   ", [BLANK]],
    ["256 characters", "a".repeat(256), [TOO_LONG]],
    ["with a leading dash", "-a", [PROJECT_NAME]],
    ["with a leading dot", ".a", [PROJECT_NAME]],
    ["with a leading space", " a", [PROJECT_NAME]],
    ["with a slash", "a/b", [PROJECT_NAME]],
    ["with a line feed", "a\nb", [PROJECT_NAME]],
    ["with a final line feed", "a\n", [PROJECT_NAME]],
    ["with markup", "a<b>", [PROJECT_NAME]],
    ["with a quote", "it's", [PROJECT_NAME]],
    ["too long and malformed", "-".repeat(256), [TOO_LONG, PROJECT_NAME]],
  ])("may not be %s", (_what, name, errors) => {
    expect(checkProjectName(name)).toEqual(errors);
  });

  test.each(["#", "*", "a#", "a*b"])(
    "may not contain %j, which Unicode counts among the components of emojis",
    (name) => {
      expect(checkProjectName(name)).toEqual([PROJECT_NAME]);
    },
  );
});

describe("a project's path", () => {
  test.each(["a", "0", "_", "a-b", "a.b", "a_b", ".x", "x.", "x-", "a..b", "123", "x.wiki", "x.gitx", "..."])(
    "may be %j",
    (path) => {
      expect(checkProjectPath(path)).toEqual([]);
    },
  );

  test.each([".", "..", "-", "-x", "a b", "a/b", "é", "x.git", "x.atom", ".git", "a\n", "a%", "a\\b", "😀"])(
    "may not be %j",
    (path) => {
      expect(checkProjectPath(path)).toEqual([PROJECT_PATH]);
    },
  );

  test.each([
    ["empty", "", [BLANK]],
    ["256 characters", "a".repeat(256), [TOO_LONG]],
    ["too long and malformed", "é".repeat(256), [TOO_LONG, PROJECT_PATH]],
  ])("may not be %s", (_what, path, errors) => {
    expect(checkProjectPath(path)).toEqual(errors);
  });

  test.each([...reservedForBoth, ...reservedForProjectsOnly])("may not be the reserved word %s", (word) => {
    expect(checkProjectPath(word)).toEqual([`${word} is a reserved name`]);
  });

  test.each(reservedForRootsOnly)("may be %s, which is reserved for groups and users only", (word) => {
    expect(checkProjectPath(word)).toEqual([]);
  });
});

describe("the path generated from a name", () => {
  test.each([
    ["Foo Project", "foo-project"],
    ["already-a-path", "already-a-path"],
    ["snake_case stays", "snake_case-stays"],
    ["Größe über alles", "grosse-uber-alles"],
    ["Café Crème", "cafe-creme"],
    ["Ærø Øl Łódź", "aero-ol-lodz"],
    ["a.b.c", "a-b-c"],
    ["a  -  b", "a-b"],
    ["a---b", "a-b"],
    ["-- trimmed --", "trimmed"],
    ["🚀 Rocket", "rocket"],
    ["ﬁne", "fine"],
    ["群組", ""],
    ["", ""],
  ])("of %j is %j", (name, path) => {
    expect(pathFromName(name)).toBe(path);
  });
});

describe("a text", () => {
  test("that is required may not be only white space", () => {
    expect(checkText(" ", 10)).toEqual([BLANK]);
  });

  test("is measured in code points", () => {
    expect(checkText("😀".repeat(10), 10)).toEqual([]);
  });

  test("may not exceed its limit", () => {
    expect(checkText("😀".repeat(11), 10)).toEqual(["is too long (maximum is 10 characters)"]);
  });

  test("that is optional may be empty", () => {
    expect(checkLength("", 10)).toEqual([]);
  });

  test("that is optional has a limit, too", () => {
    expect(checkLength("a".repeat(11), 10)).toEqual(["is too long (maximum is 10 characters)"]);
  });
});
