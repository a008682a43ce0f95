// Histories of any shape: several roots, merges of up to three, moved folders, submodules, tags on tags and on trees.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { GitFolder } from "../git-folder.ts";
import type { Random } from "../random.ts";

export interface RandomBranches extends Disposable {
  /** Without refs. */
  readonly folder: GitFolder;
  /** Parents before their children. */
  readonly commits: readonly Oid[];
  readonly tags: readonly Oid[];
}

const gitlink = "1234567890123456789012345678901234567890";
const places = ["", "a/", "a/b/", "a/b/c/", "d/", "d/b/", "e/"];

/** Time of the commit with this index, in seconds since 1970. */
export const timeOf = (index: number): number => 1_500_000_000 + index * 60;

export function randomBranches(random: Random, count: number): RandomBranches {
  const folder = new GitFolder("--bare");
  const stream = random.times(count, (index) => commit(random, index));
  folder.git(["fast-import", "--quiet", "--done", "--export-marks=marks"], `${stream.join("")}done\n`);
  const commits = marked(folder);
  const made = random.times(Math.ceil(count / 8), (index) => tag(random, commits, index));
  folder.git(["fast-import", "--quiet", "--done", "--export-marks=marks"], `${made.join("")}done\n`);
  const tags = marked(folder);
  folder.git(["update-ref", "--stdin"], folder.git(["for-each-ref", "--format=delete %(refname)"]));
  return { folder, commits, tags, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** By number, which begins with one. */
function marked(folder: GitFolder): Oid[] {
  const oids: Oid[] = [];
  for (const line of readFileSync(join(folder.path, "marks"), "latin1").trim().split("\n")) {
    oids[Number(line.slice(1, -41)) - 1] = line.slice(-40);
  }
  return oids;
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function commit(random: Random, index: number): string {
  const when = `Someone <some@one> ${timeOf(index)} +0100`;
  const lines = [`commit refs/heads/made\nmark :${index + 1}\ncommitter ${when}\n${data(random.words(5))}`];
  const parents = new Set(random.times(random.pick([1, 1, 1, 1, 2, 2, 3]), () => Math.max(1, index - random.below(6))));
  const isRoot = index === 0 || random.chance(4);
  if (isRoot) lines.push("deleteall\n");
  else lines.push(...[...parents].map((parent, place) => `${place === 0 ? "from" : "merge"} :${parent}\n`));
  for (let changes = 1 + random.below(3); changes > 0; changes--) lines.push(change(random, index));
  return isRoot ? `reset refs/heads/made\n${lines.join("")}` : lines.join("");
}

function change(random: Random, index: number): string {
  const file = `${random.pick(places)}${random.below(3)}.txt`;
  if (random.chance(5)) return `M 160000 ${gitlink} ${random.pick(places)}module\n`;
  if (random.chance(8)) return `D ${random.pick(["a", "a/b", "d", file])}\n`;
  if (random.chance(4)) return "deleteall\n";
  // So that whole folders return to an earlier state.
  const content = random.chance(70) ? random.pick(["brook", "weir"]) : `${random.words(60)} ${index}`;
  return `M ${random.pick(["100644", "100644", "100755", "120000"])} inline ${file}\n${data(content)}`;
}

function tag(random: Random, commits: readonly Oid[], index: number): string {
  const others = random.times(index, (other) => `:${other + 1}`);
  const targets = [random.pick(commits), random.pick(commits), `${random.pick(commits)}^{tree}`, ...others.slice(-1)];
  const when = "C O Mitter <committer@example.com> 1112912053 +0200";
  return `tag tag${index}\nmark :${index + 1}\nfrom ${random.pick(targets)}\ntagger ${when}\n${data("a tag\n")}`;
}
