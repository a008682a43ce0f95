// The memory that an isolate has of its callers' bookmarks.
import { expect, test } from "vitest";
import { Bookmarks } from "../../src/db/bookmarks.ts";

test("an older bookmark does not replace a newer one", () => {
  const bookmarks = new Bookmarks(2, 100, () => 0);
  for (const bookmark of ["0000000a", "0000000b", "00000009"]) bookmarks.note("one", bookmark);
  expect(bookmarks.find("one")).toBe("0000000b");
});

test("a bookmark is forgotten after that time", () => {
  let now = 0;
  const bookmarks = new Bookmarks(2, 100, () => now);
  bookmarks.note("one", "0000000a");
  now = 100;
  const before = bookmarks.find("one");
  now = 101;
  expect([before, bookmarks.find("one")]).toEqual(["0000000a", null]);
});

test("beyond the number of callers the one noted longest ago is forgotten", () => {
  const bookmarks = new Bookmarks(2, 100, () => 0);
  for (const caller of ["one", "two", "one", "three"]) bookmarks.note(caller, "0000000a");
  expect(["one", "two", "three"].map((caller) => bookmarks.find(caller))).toEqual(["0000000a", null, "0000000a"]);
});

test("a bookmark is forgotten after that time although it is noted again and again", () => {
  let now = 0;
  const bookmarks = new Bookmarks(2, 100, () => now);
  bookmarks.note("one", "ffffffff");
  now = 100;
  bookmarks.note("one", "0000000a");
  bookmarks.note("one", "ffffffff");
  const kept = bookmarks.find("one");
  now = 101;
  bookmarks.note("one", "0000000a");
  expect([kept, bookmarks.find("one")]).toEqual(["ffffffff", "0000000a"]);
});
