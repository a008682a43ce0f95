// The encoding of parameters in Link headers, and how long these may be.
import { expect, test } from "vitest";
import { linkHeader, linkTo } from "../../src/http/pagination.ts";

test("every character is form-encoded, in names and in values", () => {
  const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), "ä", "日", "😀"];
  for (const character of characters) {
    const pairs: [string, string][] = [
      ["per_page", "20"],
      [`z${character}`, character],
    ];
    const { link } = linkTo("next", "http://host/list", new Map(pairs), 20);
    expect(link).toBe(`<http://host/list?${new URLSearchParams(pairs)}>; rel="next"`);
  }
});

const url = "http://host/list";

test.each<[string, (params: ReadonlyMap<string, string>) => { link?: string }]>([
  ["of numbered pages", (params) => linkHeader([["first", 1]], url, params, 20)],
  ["to the next page of a keyset", (params) => linkTo("next", url, params, 20)],
])("a Link %s has at most 8,000 characters, as they are encoded", (_, linkOf) => {
  const lengthWith = (value: string) => linkOf(new Map([["a", value]])).link?.length;
  const most = 8_000 - (lengthWith("") ?? 0);
  expect([lengthWith("x".repeat(most)), lengthWith("x".repeat(most + 1))]).toEqual([8_000, undefined]);
  expect([lengthWith("ä".repeat(2_000)), lengthWith("x".repeat(1_000_000))]).toEqual([undefined, undefined]);
});
