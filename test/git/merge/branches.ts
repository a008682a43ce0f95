// A random project, and two branches that change it: edits, additions, deletions, renames, moved folders, executable
// bits, symlinks, submodules.
import { fileMode } from "../../../src/git/objects/tree.ts";
import type { Random } from "../diff/random.ts";
import { edit, makeFunction, makeLine } from "../diff/texts.ts";
import type { File, Files } from "./merge-repository.ts";

/** Weights of the changes that branches make. */
export interface ChangeWeights {
  readonly edit?: number;
  readonly add?: number;
  readonly delete?: number;
  readonly rename?: number;
  readonly renameFolder?: number;
  readonly mode?: number;
  readonly retype?: number;
  /** Repeats a change of the other branch, exactly or nearly. */
  readonly imitate?: number;
  /** Replaces a file by a folder, or a folder by a file. */
  readonly exchange?: number;
}

export const allChanges: ChangeWeights = {
  edit: 8,
  add: 3,
  delete: 2,
  rename: 4,
  renameFolder: 2,
  mode: 2,
  retype: 1,
  imitate: 2,
  exchange: 1,
};

const names = ["index", "main", "a", "b", "x", "README", "find", "list"];
const folders = ["", "", "src/", "lib/", "src/old/", "src/new/", "test/", "a/", "a/a/", "caf\xc3\xa9/"];

export function randomFiles(random: Random, count: number): Map<string, File> {
  const files = new Map<string, File>();
  for (let number = 0; number < count; number++) put(files, newPath(random), newFile(random));
  return files;
}

/** @param other files of the other branch, to imitate */
export function changeFiles(
  random: Random,
  files: Files,
  changes: number,
  weights: ChangeWeights,
  other: Files,
): Files {
  const changed = new Map(files);
  for (let change = 0; change < changes; change++) changeOne(random, changed, pickKind(random, weights), other);
  return changed;
}

function pickKind(random: Random, weights: ChangeWeights): string {
  const weighted = Object.entries(weights);
  let chance = random.below(weighted.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of weighted) {
    chance -= weight;
    if (chance < 0) return kind;
  }
  throw new Error("The weights do not add up");
}

function changeOne(random: Random, files: Map<string, File>, kind: string, other: Files): void {
  if (files.size === 0) put(files, newPath(random), newFile(random));
  const path = random.pick([...files.keys()]);
  const file = fileAt(files, path);
  switch (kind) {
    case "edit":
      files.set(path, edited(random, file, 1 + random.size(3)));
      break;
    case "add":
      put(files, random.chance(0.5) ? newPath(random) : besides(random, path), newFile(random));
      break;
    case "delete":
      files.delete(path);
      break;
    case "rename":
      files.delete(path);
      put(
        files,
        random.chance(0.4) ? inAnotherFolder(random, path) : newPath(random),
        edited(random, file, random.size(4)),
      );
      break;
    case "renameFolder":
      renameFolder(random, files, path);
      break;
    case "mode":
      files.set(path, { ...file, mode: otherMode(random, file.mode) });
      break;
    case "retype":
      files.set(path, newFile(random));
      break;
    case "imitate": {
      const imitated = random.pick([...other.keys(), path]);
      put(files, imitated, edited(random, other.get(imitated) ?? file, random.size(2)));
      break;
    }
    default: {
      files.delete(path);
      const isDown = random.chance(0.5);
      put(files, isDown ? `${path}/${random.pick(names)}` : (path.split("/")[0] ?? path), file);
    }
  }
}

function fileAt(files: Files, path: string): File {
  const file = files.get(path);
  if (file === undefined) throw new Error(`The file ${path} does not exist`);
  return file;
}

/** Removes entries that block the path. */
function put(files: Map<string, File>, path: string, file: File): void {
  for (const known of [...files.keys()]) {
    if (known.startsWith(`${path}/`) || path.startsWith(`${known}/`)) files.delete(known);
  }
  files.set(path, file);
}

function renameFolder(random: Random, files: Map<string, File>, path: string): void {
  const parts = path.split("/").slice(0, -1);
  const folder = parts.slice(0, 1 + random.below(Math.max(parts.length, 1))).join("/");
  const target = random.pick([...folders.filter((one) => one !== ""), "moved/", "lib/moved/"]).slice(0, -1);
  if (folder === "" || `${target}/`.startsWith(`${folder}/`)) return;
  for (const [inside, file] of [...files]) {
    if (!inside.startsWith(`${folder}/`) || random.chance(0.1)) continue;
    files.delete(inside);
    put(
      files,
      target + inside.slice(folder.length),
      random.chance(0.3) ? edited(random, file, 1 + random.size(3)) : file,
    );
  }
}

const inAnotherFolder = (random: Random, path: string) => random.pick(folders) + path.slice(path.lastIndexOf("/") + 1);

const besides = (random: Random, path: string) =>
  `${path.slice(0, path.lastIndexOf("/") + 1)}${random.pick(names)}${random.below(4)}`;

const newPath = (random: Random) =>
  random.pick(folders) + random.pick(names) + random.pick(["", ".ts", ".md", ".txt"]) + random.pick(["", "", "2", "3"]);

function newFile(random: Random): File {
  if (random.chance(0.05)) return { mode: fileMode.symlink, content: random.pick(["a", "src/main", "../x"]) };
  if (random.chance(0.05)) return { mode: fileMode.gitlink, oid: random.pick(["1", "2", "a"]).repeat(40) };
  return { mode: random.chance(0.15) ? fileMode.executable : fileMode.regular, content: newContent(random) };
}

function newContent(random: Random): Uint8Array {
  if (random.chance(0.08)) return Buffer.from(random.pick(["", "", "\n", "a\n", "a", "hello\nworld\n"]));
  if (random.chance(0.06)) {
    const bytes = Uint8Array.from({ length: 200 + random.below(1000) }, () => random.below(256));
    return Buffer.concat([Buffer.from("\0"), bytes]);
  }
  const lines = Array.from({ length: 2 + random.size(5) }, () => makeFunction(random)).flat();
  return ended(random, lines, random.chance(0.15) ? "\r\n" : "\n");
}

export function edited(random: Random, file: File, times: number): File {
  if (!("content" in file))
    return random.chance(0.3) ? { ...file, oid: random.pick(["1", "2", "a"]).repeat(40) } : file;
  const text = Buffer.from(file.content).toString("latin1");
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.replace(/\r?\n$/, "").split(ending);
  const changed = edit(random, lines, file.mode === fileMode.symlink ? random.below(2) : times, () => makeLine(random));
  if (file.mode === fileMode.symlink)
    return { ...file, content: Buffer.from(changed.join("").slice(0, 40) || "x", "latin1") };
  return { ...file, content: ended(random, changed, random.chance(0.03) ? "\r\n" : ending) };
}

const ended = (random: Random, lines: readonly string[], ending: string) =>
  Buffer.from(lines.join(ending) + (random.chance(0.93) ? ending : ""), "latin1");

function otherMode(random: Random, mode: number): number {
  if (mode === fileMode.gitlink) return mode;
  const modes = [fileMode.regular, fileMode.executable, fileMode.executable, fileMode.symlink];
  return random.pick(modes.filter((other) => other !== mode));
}
