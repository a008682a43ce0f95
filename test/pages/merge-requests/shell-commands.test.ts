// The commands that resolve conflicts, as a shell reads them
import { expect, test } from "vitest";
import { resolvingCommands } from "../../../src/pages/merge-requests/shell-commands.ts";
import { run } from "../../support/programs.ts";

/** The arguments with which a shell would call git, one call a line. */
async function callsOf(commands: readonly string[]): Promise<string[]> {
  const shown = `git() { printf '<%s>' "$@"; echo; }`;
  const { stdout } = await run("sh", ["-c", [shown, ...commands].join("\n")], { cwd: "/" });
  return stdout.toString().trimEnd().split("\n");
}

test("the source branch is merged with the target", async () => {
  const commands = resolvingCommands({ sourceBranch: "feature", targetBranch: "main", targetUrl: null });
  expect(await callsOf(commands)).toEqual([
    "<fetch><origin>",
    "<checkout><feature>",
    "<merge><--ff-only><origin/feature>",
    "<merge><origin/main>",
    "<commit><--all>",
    "<push><origin><feature>",
  ]);
});

test.each(["$(touch x)", "a;rm", "it's", "`id`", "a&b|c>d<e", '"', "$HOME"])("%s stays one word", async (name) => {
  const commands = resolvingCommands({ sourceBranch: name, targetBranch: name, targetUrl: "https://host/a/b.git" });
  expect(await callsOf(commands)).toEqual([
    "<fetch><origin>",
    `<checkout><${name}>`,
    `<merge><--ff-only><origin/${name}>`,
    `<fetch><https://host/a/b.git><${name}>`,
    "<merge><FETCH_HEAD>",
    "<commit><--all>",
    `<push><origin><${name}>`,
  ]);
});
