// The encoding of parameters in Link headers.
import { expect, test } from "vitest";
import { linkTo } from "../../src/http/pagination.ts";

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
