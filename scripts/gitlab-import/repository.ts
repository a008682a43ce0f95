// Copies a project's repository with the stock client: branches, tags, and the commits of merge requests.

import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../failure.ts";

const REFSPECS = [
  "+refs/heads/*:refs/heads/*",
  "+refs/tags/*:refs/tags/*",
  // GitLab shows the proposed commits of each merge request by its iid.
  "+refs/merge-requests/*:refs/merge-requests/*",
];

export class RepositoryCopy {
  readonly #path: string;
  readonly #url: string;
  readonly #token: string;

  /** @param folder where the copy is kept; a later run continues with it */
  constructor(folder: string, url: string, token: string) {
    this.#path = join(folder, "repository.git");
    this.#url = url;
    this.#token = token;
  }

  /** @throws Failure with git's words */
  async fetch(): Promise<void> {
    const isThere = await access(join(this.#path, "HEAD")).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await rm(this.#path, { recursive: true, force: true });
      await this.#git(["init", "--quiet", "--bare", this.#path]);
    }
    await this.#git(["-C", this.#path, "fetch", "--quiet", "--prune", "--no-tags", this.#url, ...REFSPECS]);
  }

  /** Every commit of the copy. */
  async commits(): Promise<Set<string>> {
    const list = await this.#git(["-C", this.#path, "rev-list", "--all"]);
    return new Set(list.split("\n").filter((oid) => oid !== ""));
  }

  /** Keeps commits that no branch needs to have: those that versions of merge requests compare. */
  async keep(oids: Iterable<string>): Promise<void> {
    const updates = [...new Set(oids)].map((oid) => `update refs/keep-around/${oid} ${oid}\n`);
    await this.#git(["-C", this.#path, "update-ref", "--stdin"], updates.join(""));
  }

  /** The names of all refs. */
  async refs(): Promise<string[]> {
    const list = await this.#git(["-C", this.#path, "for-each-ref", "--format=%(refname)"]);
    return list.split("\n").filter((name) => name !== "");
  }

  /** Writes a bundle of all refs. Git makes none of an empty repository. */
  async bundle(file: string): Promise<void> {
    await this.#git(["-C", this.#path, "bundle", "create", "--quiet", file, "--all"]);
  }

  /** The token is passed in the environment: arguments are visible to other users of the machine. */
  async #git(args: readonly string[], input: string | null = null): Promise<string> {
    const basic = Buffer.from(`oauth2:${this.#token}`).toString("base64");
    const child = spawn("git", args, {
      stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"],
      env: {
        ...process.env,
        GIT_TERMINAL_PROMPT: "0",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_COUNT: "2",
        GIT_CONFIG_KEY_0: "http.extraHeader",
        GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
        // Git would send the header to the host that a redirect names.
        GIT_CONFIG_KEY_1: "http.followRedirects",
        GIT_CONFIG_VALUE_1: "false",
      },
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", () => reject(new Failure("git could not be started. Install it.")));
      child.on("close", resolve);
    });
    // Git may end before it has read all of its input: its exit code says why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    const [code, output, problems] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
    if (code !== 0) throw new Failure(`git ${args.at(0) === "-C" ? args[2] : args[0]} failed: ${problems.trim()}`);
    return output;
  }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (stream === null) return "";
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
