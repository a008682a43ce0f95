// The commands for previews as programs: which wrangler they run, and their arguments.
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileCache } from "../../support/compile-cache.ts";
import { run } from "../../support/programs.ts";

test("the commands run the executable WRANGLER names, and fail with their next step", async () => {
  const script = join(import.meta.dirname, "../../../scripts/preview.ts");
  const call = async (...args: string[]) => {
    const options = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning", script, ...args];
    const environment = { WRANGLER: "false", GITHUB_HEAD_REF: "a-branch", NODE_COMPILE_CACHE: compileCache };
    const { status, stderr } = await run(process.execPath, options, { cwd: import.meta.dirname, environment });
    return { status, stderr: String(stderr).trim() };
  };
  const login = "You are not logged in to Cloudflare. Run npx wrangler login, then try again.";
  const refused = { status: 1, stderr: login };
  expect(await Promise.all([call("create"), call("list"), call("delete")])).toEqual([refused, refused, refused]);
  const [misspelled, tooMany, unwanted, help] = await Promise.all([
    call("create", "--nmae", "x"),
    call("delete", "one", "two"),
    call("list", "all"),
    call("help"),
  ]);
  expect(misspelled.stderr).toContain("The arguments are --name NAME");
  expect(tooMany.stderr).toBe("The arguments are NAME or --gone.");
  expect(unwanted.stderr).toContain("There are no arguments.");
  expect(help.stderr).toContain("preview:list");
});
