// Label titles: cleaning, validation, and lists of titles.
import { expect, test } from "vitest";
import { checkTitle, cleanTitle, labelTitles } from "../../src/services/labels/title.ts";
import { cpuTime } from "../support/cpu-time.ts";

test.each([
  ["<b>bug</b>", "bug"],
  ["a<br/>b<!-- c -->", "ab"],
  ["<script>alert(1)</script>", "alert(1)"],
  ["R&amp;D", "R&D"],
  ["&lt;b&gt; &quot;&#39;&apos;", `<b> "''`],
  ["&#65;&#x1F600;", "A😀"],
  ["&amp;lt;", "&lt;"],
  ["  to do\n", "to do"],
  ["<i> </i>", ""],
])("%j is stored as %j", (title, stored) => {
  expect(cleanTitle(title)).toBe(stored);
});

test.each(["a < b > c", "<3", "R&D", "&unknown;", "?&:/_-~", "x <- y", "&#;"])("%j is stored unchanged", (title) => {
  expect(cleanTitle(title)).toBe(title);
});

test.each(["&#0;", "&#xD800;", "&#x110000;", "&#99999999999999999999;"])(
  "%s becomes the replacement character",
  (entity) => {
    expect(cleanTitle(entity)).toBe("\u{FFFD}");
  },
);

test.each(["<a", "<!--", "&#", "<a &lt;"])("a megabyte of %j is cleaned in less than a second", (part) => {
  const title = part.repeat(1_000_000 / part.length);
  const start = cpuTime();
  cleanTitle(title);
  expect(cpuTime() - start).toBeLessThan(1_000);
});

test("characters are counted as code points", () => {
  expect(checkTitle("😀".repeat(255))).toEqual([]);
  expect(checkTitle("é".repeat(256))).toEqual(["is too long (maximum is 255 characters)"]);
});

test.each([
  ["bug, feature", ["bug", "feature"]],
  [" , bug,, ", ["bug"]],
  ["", []],
  ["bug,bug , <b>bug</b>", ["bug"]],
  ["bug,Bug", ["bug", "Bug"]],
  ["what?,a & b,ns::x,a/b,x_y-z", ["what?", "a & b", "ns::x", "a/b", "x_y-z"]],
  ["a&#44;b,c", ["c"]],
  [`${"l".repeat(256)},${"s".repeat(255)}`, ["s".repeat(255)]],
])("%j lists %j", (text, titles) => {
  expect(labelTitles(text)).toEqual(titles);
});
