// Pairs of trees to diff: a project of a few folders before and after many changes.
import { fileMode } from "../../../src/git/objects/tree.ts";
import type { Random } from "./random.ts";
import type { File } from "./repository.ts";
import { edit, makeFunction, makeLine } from "./texts.ts";

/** By path, as Latin-1 (one character per byte of the path). */
export type Files = ReadonlyMap<string, File>;

const oddNames = [
  'quo"te',
  "tab\tname",
  "new\nline",
  "back\\slash",
  "with space",
  " leading",
  "trailing ",
  "caf\xc3\xa9",
  "caf\xe9",
  "\x01\x7f\x1b",
  "-dash",
  "a-b",
  "a.b",
  "a0",
  "\xf0\x9f\x98\x80",
  "dev\rnull",
  "\x07\b\f\v",
];

/** @param endsLines true to end every file in a newline */
export function makeTreePair(random: Random, endsLines: boolean): [a: Files, b: Files] {
  const maker = new TreeMaker(random, endsLines);
  for (let count = 1 + random.size(40); count > 0; count--) maker.addFile();
  const a = new Map(maker.files);
  for (let count = random.size(20); count > 0; count--) maker.change();
  return [a, new Map(maker.files)];
}

/** Many similar files, so that renames have several candidates. */
export function makeCrowdedPair(random: Random): [a: Files, b: Files] {
  const base = Array.from({ length: 2 + random.below(5) }, () => makeFunction(random)).flat();
  const edits = random.pick([1, 2, 6]);
  const variant = () =>
    Buffer.from(`${edit(random, base, random.below(edits), () => makeLine(random)).join("\n")}\n`, "latin1");
  const alike = Array.from({ length: 1 + random.below(12) }, variant);
  const names = ["main", "index", "list", "find"].slice(0, 1 + random.below(4));
  const makeFiles = (folders: readonly string[]): Files => {
    const files = new Map<string, File>();
    for (let count = 1 + random.below(14); count > 0; count--) {
      const path = `${random.pick(folders)}/${random.pick(names)}${random.pick(["", "", "2", "3"])}`;
      files.set(path, { mode: fileMode.regular, content: random.chance(0.5) ? random.pick(alike) : variant() });
    }
    return files;
  };
  const folders = ["a", "b", "c", "d", "e"];
  return [makeFiles(folders), makeFiles(random.chance(0.5) ? folders : ["A", "m", "z"])];
}

class TreeMaker {
  readonly files = new Map<string, File>();
  readonly #random: Random;
  readonly #endsLines: boolean;

  constructor(random: Random, endsLines: boolean) {
    this.#random = random;
    this.#endsLines = endsLines;
  }

  addFile(): void {
    this.#put(this.#newPath(), this.#newFile());
  }

  change(): void {
    const random = this.#random;
    if (this.files.size === 0) this.addFile();
    const [path, other] = [random.pick([...this.files.keys()]), random.pick([...this.files.keys()])];
    const [file, otherFile] = [this.#get(path), this.#get(other)];
    switch (random.below(15)) {
      case 0:
        this.addFile();
        break;
      case 1:
        this.files.delete(path);
        break;
      case 2:
        this.#put(path, this.#edited(file, 3));
        break;
      case 3:
      case 4: // Renames a file.
        this.#move(path, this.#newPath(), file);
        break;
      case 5:
      case 6: // Renames and edits a file.
        this.#move(path, this.#newPath(), this.#edited(file, 12));
        break;
      case 7:
        this.#move(path, this.#inAnotherFolder(path), this.#edited(file, random.below(8)));
        break;
      case 8: // Exchanges two files.
        this.files.set(path, otherFile);
        this.files.set(other, file);
        break;
      case 9:
        this.#put(path, { ...file, mode: this.#otherMode(file.mode) });
        break;
      case 10: // Copies a file.
        this.#put(this.#newPath(), random.chance(0.5) ? file : this.#edited(file, 3));
        break;
      case 11:
        this.#put(path, this.#newFile());
        break;
      case 12:
        this.#moveFolder(path);
        break;
      case 13: // Replaces a file by a folder.
        this.#move(path, `${path}/${random.pick(["a", "x", "README"])}`, this.#edited(file, random.below(3)));
        break;
      default: // Replaces a folder by a file.
        this.#move(path, path.split("/")[0] ?? path, file);
    }
  }

  #get(path: string): File {
    const file = this.files.get(path);
    if (file === undefined) throw new Error(`The file ${path} does not exist`);
    return file;
  }

  /** Removes entries that block the path. */
  #put(path: string, file: File): void {
    for (const known of [...this.files.keys()]) {
      if (known.startsWith(`${path}/`) || path.startsWith(`${known}/`)) this.files.delete(known);
    }
    this.files.set(path, file);
  }

  #move(from: string, to: string, file: File): void {
    this.files.delete(from);
    this.#put(to, file);
  }

  #moveFolder(path: string): void {
    const folder = path.split("/")[0] ?? "";
    const target = this.#newPath();
    for (const [inside, file] of [...this.files]) {
      if (!inside.startsWith(`${folder}/`)) continue;
      this.#move(inside, target + inside.slice(folder.length), this.#random.chance(0.3) ? this.#edited(file, 6) : file);
    }
  }

  #inAnotherFolder(path: string): string {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return this.#random.pick(["", "src/", "lib/", "src/old/", "test/"]) + name;
  }

  #newPath(): string {
    const random = this.#random;
    const folder = random.pick(["", "", "src/", "lib/", "src/old/", "test/", "a/", "a/a/", "caf\xc3\xa9/"]);
    if (random.chance(0.15)) return folder + random.pick(oddNames);
    const name = random.pick(["index", "main", "a", "b", "x", "README", "find", "list"]);
    return folder + name + random.pick(["", ".ts", ".md", ".txt"]) + random.pick(["", "", "", "2", "3"]);
  }

  #newFile(): File {
    const random = this.#random;
    if (random.chance(0.06)) return { mode: fileMode.symlink, content: random.pick(["a", "src/main", "../x\ny"]) };
    if (random.chance(0.06)) return { mode: fileMode.gitlink, oid: random.pick(["1", "2", "a"]).repeat(40) };
    const mode = random.chance(0.2) ? fileMode.executable : fileMode.regular;
    return { mode, content: this.#newContent() };
  }

  #newContent(): Uint8Array {
    const random = this.#random;
    if (random.chance(0.12)) return Buffer.from(random.pick(["", "", "\n", "a\n", "a", "hello\nworld\n"]));
    if (random.chance(0.08)) {
      const bytes = Uint8Array.from({ length: 200 + random.below(2000) }, () => random.below(256));
      return this.#ended([`\0\r\n\r\n${Buffer.from(bytes).toString("latin1")}`], random.pick(["\n", "\r\n"]));
    }
    const lines = Array.from({ length: 1 + random.size(6) }, () => makeFunction(random)).flat();
    return this.#ended(lines, random.chance(0.15) ? "\r\n" : "\n");
  }

  #edited(file: File, times: number): File {
    if (!("content" in file)) return file;
    const text = Buffer.from(file.content).toString("latin1");
    const ending = text.includes("\r\n") ? "\r\n" : "\n";
    const lines = text.replace(/\r?\n$/, "").split(ending);
    const edits = file.mode === fileMode.symlink ? this.#random.below(2) : times;
    const edited = edit(this.#random, lines, edits, () => makeLine(this.#random));
    // Changes of line ends do not lower the similarity.
    return { ...file, content: this.#ended(edited, this.#random.chance(0.05) ? "\r\n" : ending) };
  }

  #ended(lines: readonly string[], ending: string): Uint8Array {
    const isEnded = this.#endsLines || this.#random.chance(0.8);
    return Buffer.from(lines.join(ending) + (isEnded ? ending : ""), "latin1");
  }

  #otherMode(mode: number): number {
    if (mode === fileMode.gitlink) return mode;
    const modes = [fileMode.regular, fileMode.executable, fileMode.executable, fileMode.symlink];
    return this.#random.pick(modes.filter((other) => other !== mode));
  }
}
