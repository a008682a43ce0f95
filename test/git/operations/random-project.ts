// A random history of a project on branches that part and merge: edits, deletions, modes, folders that come and go.
import { GitFolder } from "../git-folder.ts";
import type { Random } from "../random.ts";

/** Committer times: ascending, many equal, or in random order. */
export type Clock = "steady" | "coarse" | "skewed";

interface Shape {
  readonly commits: number;
  readonly clock: Clock;
  /** Files also move, with or without an edit, and between folders. */
  readonly moves?: boolean;
}

interface File {
  readonly mode: string;
  readonly content: string;
}

const SUBMODULE = "160000";
const START = 1_500_000_000;

/** `main` contains all commits. Merges take some files of each side, or contents that neither had. */
export function randomProject(random: Random, { commits, clock, moves = false }: Shape): GitFolder {
  const folder = new GitFolder();
  const snapshots: ReadonlyMap<string, File>[] = [];
  const stream: string[] = [];
  // So that projects of different seeds share no commits.
  const message = `${random.seed}`;
  for (let index = 0; index < commits; index++) {
    const parents = index === 0 || random.chance(2) ? [] : parentsOf(random, index, index === commits - 1);
    const [first = new Map<string, File>(), ...others] = parents.flatMap((parent) => snapshots[parent] ?? []);
    const files = new Map(first);
    for (const other of others) takeSome(random, files, other);
    if (others.length === 0 || random.chance(20)) change(random, files);
    if (moves && random.chance(30)) move(random, files);
    snapshots.push(files);
    const ident = `Someone <some@one> ${START + timeOf(random, index, clock)} +0100`;
    const [from, ...merged] = parents.map((parent) => `:${parent + 1}\n`);
    stream.push(
      `commit refs/heads/c${index + 1}\nmark :${index + 1}\ncommitter ${ident}\n`,
      `data ${message.length}\n${message}\n`,
      from === undefined ? "" : `from ${from}`,
      ...merged.map((parent) => `merge ${parent}`),
      "deleteall\n",
      ...[...files].map(([path, file]) => fileCommand(path, file)),
    );
  }
  const reset = `reset refs/heads/main\nfrom :${commits}\n\n`;
  folder.git(["fast-import", "--quiet", "--done"], `${stream.join("")}${reset}done\n`);
  return folder;
}

const fileCommand = (path: string, { mode, content }: File): string =>
  mode === SUBMODULE
    ? `M ${mode} ${content} ${path}\n`
    : `M ${mode} inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;

/** The last commit merges all tips. */
function parentsOf(random: Random, index: number, isLast: boolean): number[] {
  const count = isLast ? 3 : random.chance(30) ? 2 + (random.chance(15) ? 1 : 0) : 1;
  return [
    ...new Set([index - 1 - (isLast ? 0 : random.below(3)), ...random.times(count - 1, () => random.below(index))]),
  ].filter((parent) => parent >= 0);
}

/** Like a merge: mostly one side's files, sometimes the other's, rarely neither. */
function takeSome(random: Random, files: Map<string, File>, other: ReadonlyMap<string, File>): void {
  for (const [path, file] of other) if (random.chance(40)) put(files, path, file);
  for (const path of [...files.keys()]) if (!other.has(path) && random.chance(40)) files.delete(path);
}

function change(random: Random, files: Map<string, File>): void {
  for (let changes = 1 + random.below(2); changes > 0; changes--) {
    const path = random.chance(70) && files.size > 0 ? random.pick([...files.keys()]) : randomPath(random);
    if (random.chance(15)) files.delete(path);
    else put(files, path, randomFile(random, files.get(path)));
  }
}

/** The file's new place may be a folder until then, and its old place the folder of the new one. */
function move(random: Random, files: Map<string, File>): void {
  if (files.size === 0) return;
  const from = random.pick([...files.keys()]);
  const file = files.get(from);
  if (file === undefined) return;
  files.delete(from);
  const isText = file.mode.startsWith("100");
  put(files, random.chance(20) ? `${from}/inner` : randomPath(random), {
    ...file,
    content: isText && random.chance(30) ? `${file.content}moved\n` : file.content,
  });
}

const randomPath = (random: Random) =>
  [...random.times(random.below(3), () => random.pick(["src", "lib", "doc"])), `file${random.below(6)}`].join("/");

function randomFile(random: Random, before: File | undefined): File {
  if (random.chance(4)) return { mode: SUBMODULE, content: random.pick(["1", "2"]).repeat(40) };
  if (random.chance(5)) return { mode: "120000", content: random.pick(["src", "../elsewhere"]) };
  if (before?.mode.startsWith("100") && random.chance(15)) {
    return { ...before, mode: before.mode === "100755" ? "100644" : "100755" };
  }
  // Few contents, so that files return to earlier ones.
  return { mode: random.chance(10) ? "100755" : "100644", content: `${random.words(1 + random.below(3))}\n` };
}

/** Removes entries that block the path. */
function put(files: Map<string, File>, path: string, file: File): void {
  for (const known of [...files.keys()]) {
    if (known.startsWith(`${path}/`) || path.startsWith(`${known}/`)) files.delete(known);
  }
  files.set(path, file);
}

function timeOf(random: Random, index: number, clock: Clock): number {
  switch (clock) {
    case "steady":
      return index * 60;
    case "coarse":
      return Math.floor(index / 7);
    case "skewed":
      return random.chance(20) ? random.below(200) : index;
  }
}
