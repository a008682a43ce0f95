// Messages are normalised as by git.
import { expect, test } from "vitest";
import { stripSpace } from "../../../src/git/objects/message.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

const pieces = ["a", "# b", "é", "\u00a0", "\u2028", " ", "  ", "\t", "\v", "\f", "\r", "\r\n", "\n", "\n\n", "\n \n"];

test("any text becomes that of git stripspace", () => {
  using folder = new GitFolder();
  const random = new Random(20_161_222);
  for (let round = 0; round < cases(150); round++) {
    const text = random.times(random.below(12), () => random.pick(pieces)).join("");
    expect(stripSpace(text), JSON.stringify(text)).toBe(folder.git(["stripspace"], text).toString());
  }
});

test("a million spaces or empty lines take linear time", () => {
  for (const piece of [" ", "\n", " \n", "\t\r"]) expect(stripSpace(piece.repeat(1_000_000))).toBe("");
});
