// Sample repositories: generated from seeds, or this project's own history.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";

export interface Sample {
  readonly name: string;
  /** Folder of the repository, whose branch `main` is pushed. */
  readonly path: string;
  readonly objects: number;
  readonly megabytes: number;
}

export function git(path: string, args: readonly string[], input?: Uint8Array | string): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", path, ...args], {
    input: input ?? "",
    maxBuffer: 2 ** 30,
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0", HOME: path },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}

const ident = (time: number) => `Bench <bench@example.com> ${1_600_000_000 + time} +0000`;
const data = (content: Buffer | string) =>
  Buffer.concat([Buffer.from(`data ${Buffer.byteLength(content)}\n`), Buffer.from(content), Buffer.from("\n")]);

/** Deterministic text that compresses like source code. */
function source(seed: string, lines: number): string {
  const digest = createHash("sha256").update(seed).digest();
  return Array.from({ length: lines }, (_, line) => {
    const byte = digest[line % digest.length] ?? 0;
    return `  const value${(byte * (line + 7)) % 211} = compute(${byte}, "${seed.slice(0, 6)}", ${line});`;
  }).join("\n");
}

/**
 * A linear history whose commits each change one file in nested folders. A commit is about four objects: itself, the
 * trees on the path of the file, and the blob.
 */
export function historyOf(folder: string, name: string, commits: number, files: number): Sample {
  const path = join(folder, name);
  git(folder, ["init", "--quiet", "--initial-branch=main", path]);
  const parts: Buffer[] = [];
  const file = (number: number) => `area${number % 10}/part${number % 50}/file${number}.ts`;
  for (let commit = 1; commit <= commits; commit += 1) {
    parts.push(Buffer.from(`commit refs/heads/main\nmark :${commit}\ncommitter ${ident(commit * 60)}\n`));
    parts.push(data(`Change number ${commit}\n\nFor the sake of it.\n`));
    if (commit > 1) parts.push(Buffer.from(`from :${commit - 1}\n`));
    const changed = commit === 1 ? Array.from({ length: files }, (_, index) => index) : [(commit * 7919) % files];
    for (const number of changed) {
      parts.push(Buffer.from(`M 100644 inline ${file(number)}\n`));
      parts.push(data(`${source(`file${number}`, 40)}\n// ${commit}\n${source(`end${number}`, 40)}\n`));
    }
  }
  git(path, ["fast-import", "--quiet", "--done"], Buffer.concat([...parts, Buffer.from("done\n")]));
  git(path, ["repack", "-adfq", "--depth=50"]);
  git(path, ["reset", "--quiet", "--hard"]);
  return sampleOf(name, path);
}

/** Creates a branch with `commits` commits on top of main, which together change `files` files. */
export function branchOff({ path }: Sample, name: string, commits: number, files: number): void {
  const known = git(path, ["ls-tree", "-r", "--name-only", "main"]).trim().split("\n");
  const parts: Buffer[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    parts.push(Buffer.from(`commit refs/heads/${name}\ncommitter ${ident(1_000_000 + commit)}\n`));
    parts.push(data(`Part ${commit} of ${name}\n`));
    if (commit === 0) parts.push(Buffer.from("from main\n"));
    for (let number = commit; number < files; number += commits) {
      const file = known[(number * 17 + name.length) % known.length] ?? "";
      const text = `${git(path, ["show", `main:${file}`])}\n// ${name} ${number}\n`;
      parts.push(Buffer.from(`M 100644 inline ${file}\n`), data(text));
    }
  }
  git(path, ["fast-import", "--quiet", "--done"], Buffer.concat([...parts, Buffer.from("done\n")]));
}

/** Creates branches on top of main. Each commit of a branch changes a file of its own. */
export function branchesOff(path: string, names: readonly string[], commits: number): void {
  const known = git(path, ["ls-tree", "-r", "--name-only", "main"]).trim().split("\n");
  const parts: Buffer[] = [];
  names.forEach((name, branch) => {
    for (let commit = 0; commit < commits; commit += 1) {
      const file = known[(branch * commits + commit) % known.length] ?? "";
      parts.push(Buffer.from(`commit refs/heads/${name}\ncommitter ${ident(1_000_000 + commit)}\n`));
      parts.push(data(`Part ${commit} of ${name}\n`));
      if (commit === 0) parts.push(Buffer.from("from main\n"));
      parts.push(Buffer.from(`M 100644 inline ${file}\n`), data(`${source(`${name} ${file}`, 80)}\n`));
    }
  });
  git(path, ["fast-import", "--quiet", "--done"], Buffer.concat([...parts, Buffer.from("done\n")]));
}

/**
 * Two branches, `left` and `right`. Each edits 1,900 files of its own, renames 100 that the other edits, and edits 100
 * that the other renames: 2,100 changed files per branch. They merge without a conflict.
 */
export function twoSides(folder: string, name: string): Sample {
  const path = join(folder, name);
  git(folder, ["init", "--quiet", "--initial-branch=main", path]);
  const file = (number: number) => `area${number % 10}/part${number % 100}/file${number}.ts`;
  const text = (number: number, first: string, last: string) =>
    `// ${first}\n${source(`file${number}`, 30)}\n${source(`end${number}`, 30)}\n// ${last}\n`;
  const parts: Buffer[] = [];
  const commit = (branch: string, mark: number, from: number | null) => {
    parts.push(Buffer.from(`commit refs/heads/${branch}\nmark :${mark}\ncommitter ${ident(mark)}\n`), data(branch));
    if (from !== null) parts.push(Buffer.from(`from :${from}\n`));
  };
  const write = (to: string, content: string) => parts.push(Buffer.from(`M 100644 inline ${to}\n`), data(content));
  commit("main", 1, null);
  for (let number = 0; number < 4000; number += 1) write(file(number), text(number, "main", "main"));
  for (const [side, branch] of ["left", "right"].entries()) {
    commit(branch, 2 + side, 1);
    const [own, moved, edited] = [1900 * side, 3800 + 100 * side, 3900 - 100 * side];
    for (let number = own; number < own + 1900; number += 1) write(file(number), text(number, branch, "main"));
    for (let number = moved; number < moved + 100; number += 1) {
      parts.push(Buffer.from(`D ${file(number)}\n`));
      write(`moved/${branch}${number % 7}/renamed${number}.ts`, text(number, branch, "main"));
    }
    for (let number = edited; number < edited + 100; number += 1) write(file(number), text(number, "main", branch));
  }
  git(path, ["fast-import", "--quiet", "--done"], Buffer.concat([...parts, Buffer.from("done\n")]));
  git(path, ["repack", "-adfq"]);
  git(path, ["reset", "--quiet", "--hard"]);
  return sampleOf(name, path);
}

/** Incompressible files: the pack is as large as their sum. */
export function incompressibleFiles(folder: string, name: string, files: number, bytes: number): Sample {
  const path = join(folder, name);
  git(folder, ["init", "--quiet", "--initial-branch=main", path]);
  const parts: Buffer[] = [Buffer.from(`commit refs/heads/main\ncommitter ${ident(0)}\n`), data("Large files")];
  for (let number = 0; number < files; number += 1) {
    parts.push(Buffer.from(`M 100644 inline large${number}.bin\n`), data(noise(`${name} ${number}`, bytes)));
  }
  git(path, ["fast-import", "--quiet", "--done"], Buffer.concat([...parts, Buffer.from("done\n")]));
  git(path, ["reset", "--quiet", "--hard"]);
  return sampleOf(name, path);
}

function noise(seed: string, bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes; at += 32) blocks.push(createHash("sha256").update(`${seed} ${at}`).digest());
  return Buffer.concat(blocks).subarray(0, bytes);
}

/** This project's history up to a revision. */
export function ownHistory(folder: string, revision = "HEAD"): Sample {
  const project = join(import.meta.dirname, "../..");
  const commit = git(project, ["rev-parse", "--verify", `${revision}^{commit}`]).trim();
  const name = revision === "HEAD" ? "this project's history" : `this project's history up to ${revision}`;
  const path = join(folder, `own-history-${commit}`);
  git(folder, ["init", "--quiet", "--initial-branch=main", path]);
  git(path, ["fetch", "--quiet", "--update-head-ok", project, `${commit}:refs/heads/main`]);
  git(path, ["reset", "--quiet", "--hard"]);
  git(path, ["repack", "-adq"]);
  return sampleOf(name, path);
}

function sampleOf(name: string, path: string): Sample {
  const counts = git(path, ["count-objects", "-v"]);
  const count = (key: string) => Number(new RegExp(`^${key}: (\\d+)`, "m").exec(counts)?.[1] ?? 0);
  return {
    name,
    path,
    objects: count("count") + count("in-pack"),
    megabytes: (count("size") + count("size-pack")) / 1024,
  };
}
