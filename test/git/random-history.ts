// A repository with a random history: files that change, move, grow and disappear; tags.
import { GitFolder, SharedFolder } from "./git-folder.ts";
import { Random } from "./random.ts";

export interface HistoryShape {
  readonly commits: number;
  /** Approximate bytes of the largest files. */
  readonly largest?: number;
}

/** `main` with merges and a few annotated tags. */
export function randomHistory(random: Random, { commits, largest = 4000 }: HistoryShape): GitFolder {
  const folder = new GitFolder();
  const files = new Map<string, string>();
  const stream: string[] = [];
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const ident = (time: number) => `Someone <some@one> ${1_500_000_000 + time * 60} +0100`;
  for (let commit = 1; commit <= commits; commit++) {
    stream.push(`commit refs/heads/main\nmark :${commit}\ncommitter ${ident(commit)}\n${data(random.words(6))}`);
    if (commit > 1) stream.push(`from :${commit - 1}\n`);
    if (commit > 5 && random.chance(15)) stream.push(`merge :${commit - 2 - random.below(3)}\n`);
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      const path = random.chance(60) && files.size > 0 ? random.pick([...files.keys()]) : randomPath(random);
      if (random.chance(5) && files.delete(path)) stream.push(`D ${path}\n`);
      else if (!isBlocked(path, files)) {
        const content = randomChange(random, files.get(path), largest);
        files.set(path, content);
        stream.push(`M ${random.chance(10) ? "100755" : "100644"} inline ${path}\n${data(content)}`);
      }
    }
    if (random.chance(4)) stream.push(`tag v${commit}\nfrom :${commit}\ntagger ${ident(commit)}\n${data("a tag")}`);
  }
  folder.git(["fast-import", "--quiet", "--done"], `${stream.join("")}done\n`);
  return folder;
}

/** Random histories for tests that only read them, each made once. */
export function sharedHistories(): (seed: number, shape: HistoryShape) => SharedFolder {
  const made = new Map<string, SharedFolder>();
  return (seed, shape) => {
    const key = JSON.stringify([seed, shape]);
    const folder = made.get(key) ?? new SharedFolder(randomHistory(new Random(seed), shape));
    made.set(key, folder);
    return folder;
  };
}

const randomPath = (random: Random) =>
  [...random.times(random.below(3), () => `folder${random.below(4)}`), `file${random.below(40)}`].join("/");

/** True if the path conflicts with a file, or with a folder. */
const isBlocked = (path: string, files: ReadonlyMap<string, string>) =>
  [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));

function randomChange(random: Random, before: string | undefined, largest: number): string {
  if (before === undefined) {
    const size = random.chance(10) ? largest : random.below(400);
    return random.chance(10) ? incompressible(random, size) : `${random.words(Math.ceil(size / 5))}\n`;
  }
  const at = random.below(before.length + 1);
  return `${before.slice(0, at)}${random.words(random.below(5))}${before.slice(at + random.below(30))}`;
}

const incompressible = (random: Random, size: number) => Buffer.from(random.bytes(size)).toString("base64");

/** Every object that a revision reaches, sorted by id: type, a space, content. */
export function reachableObjects(folder: GitFolder, revision = "--all"): Map<string, string> {
  return new Map([...listedObjects(folder, [revision])].sort());
}

/** Objects in the order in which `git rev-list` lists them. @param revisions and options */
export function listedObjects(folder: GitFolder, revisions: readonly string[]): Map<string, string> {
  const oids = folder.git(["rev-list", "--objects", "--no-object-names", ...revisions]);
  return batchObjects(folder.git(["cat-file", "--batch", "--buffer"], oids));
}

/** Parses the output of `git cat-file --batch`. */
function batchObjects(batch: Buffer): Map<string, string> {
  const objects = new Map<string, string>();
  for (let at = 0; at < batch.length; ) {
    const lineEnd = batch.indexOf("\n", at);
    const [oid = "", type = "", size = ""] = batch.toString("latin1", at, lineEnd).split(" ");
    at = lineEnd + 1 + Number(size);
    objects.set(oid, `${type} ${batch.toString("latin1", lineEnd + 1, at)}`);
    at++;
  }
  return objects;
}
