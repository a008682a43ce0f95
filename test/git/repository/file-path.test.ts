// Valid paths of files that the API creates.
import { expect, test } from "vitest";
import { byteStringOf } from "../../../src/git/objects/byte-string.ts";
import { filePath } from "../../../src/git/repository/file-path.ts";

test.each(["a", "a/b.txt", ".gitignore", ".github/x", "git", "a b", "é/😀", "a\\b", "..a", "a..", "x".repeat(4096)])(
  "%j is a valid path",
  (path) => {
    expect(filePath(path)).toBe(byteStringOf(path));
  },
);

test.each([
  "",
  "/",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "a/../b",
  "./a",
  ".git",
  ".git/config",
  "a/.git/hooks/post-checkout",
  ".GIT/x",
  "git~1/x",
  ".git /x",
  ".g\u200cit/x",
  "a\0b",
  "x".repeat(4097),
  "é".repeat(2049),
])("%j is not a valid path", (path) => {
  expect(filePath(path)).toBeNull();
});
