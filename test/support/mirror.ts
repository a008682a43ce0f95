// What `git clone --mirror` brings from a repository, for comparison.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./programs.ts";

export interface Mirror {
  /** Lines `OID TYPE PEELED NAME`. */
  readonly refs: string[];
  /** Ids of all objects that the refs reach. */
  readonly objects: string[];
  /** What `git fsck` reports. */
  readonly faults: string;
  readonly head: string;
}

/** @throws Error with git's stderr if it cannot be cloned */
export async function mirrorOf(url: string): Promise<Mirror> {
  const cwd = mkdtempSync(join(tmpdir(), "tributary-mirror-"));
  const git = async (...args: string[]): Promise<string> => {
    const environment = { HOME: cwd, LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
    const { status, stdout, stderr } = await run("git", args, { cwd, environment });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed with ${status}: ${stderr}`);
    return stdout.toString().trimEnd();
  };
  const lines = async (...args: string[]) => (await git(...args)).split("\n").sort();
  try {
    await git("clone", "--quiet", "--mirror", url, ".");
    return {
      refs: await lines("for-each-ref", "--format=%(objectname) %(objecttype) %(*objectname) %(refname)"),
      objects: await lines("rev-list", "--all", "--objects", "--no-object-names"),
      faults: await git(
        "-c",
        "core.commitGraph=false",
        "-c",
        "core.multiPackIndex=false",
        "fsck",
        "--full",
        "--no-dangling",
      ),
      head: await git("symbolic-ref", "HEAD"),
    };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
