// Pairs of commits to merge, with their histories.
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import type { Random } from "../diff/random.ts";
import { edit, makeLine, makeLongPair } from "../diff/texts.ts";
import { allChanges, type ChangeWeights, changeFiles, edited, randomFiles } from "./branches.ts";
import type { File, Files, MergeRepository } from "./merge-repository.ts";

export type Pair = readonly [ours: Oid, theirs: Oid];

const moves: ChangeWeights = { edit: 3, add: 4, delete: 1, rename: 6, renameFolder: 8, imitate: 1 };
const edits: ChangeWeights = { edit: 8, add: 1, mode: 1, rename: 1 };

export function busyBranches(random: Random, repository: MergeRepository): Pair {
  const base = randomFiles(random, 1 + random.size(25));
  const ours = changeFiles(random, base, 1 + random.size(6), allChanges, base);
  return part(repository, base, ours, changeFiles(random, base, 1 + random.size(6), allChanges, ours));
}

export function movedFolders(random: Random, repository: MergeRepository): Pair {
  return moved(random, repository, randomFiles(random, 1 + random.size(30)));
}

/** Many similar files, so that renames have several candidates. */
export function filesAlike(random: Random, repository: MergeRepository): Pair {
  const base = randomFiles(random, 1 + random.size(40));
  const [first] = base.values();
  for (const path of [...base.keys()]) {
    if (first !== undefined && random.chance(0.5)) base.set(path, edited(random, first, random.size(3)));
  }
  return moved(random, repository, base);
}

function moved(random: Random, repository: MergeRepository, base: Files): Pair {
  const ours = changeFiles(random, base, 1 + random.size(8), moves, base);
  const weights = random.chance(0.5) ? moves : allChanges;
  return part(repository, base, ours, changeFiles(random, base, 1 + random.size(8), weights, ours));
}

/** Texts of many equal lines with scattered edits. */
export function longTexts(random: Random, repository: MergeRepository): Pair {
  const lines = Buffer.from(makeLongPair(random)[0]).toString("latin1").split("\n");
  const letters = random.pick([3, 50, 1000]);
  const near = random.below(lines.length);
  const branch = (text: readonly string[]): string[] => {
    const place = random.chance(0.7) ? near : random.below(text.length);
    const size = 5 + random.below(80);
    const middle = edit(random, text.slice(place, place + size), 1 + random.size(8), () => `${random.below(letters)}`);
    return [...text.slice(0, place), ...middle, ...text.slice(place + size)];
  };
  const file = (text: readonly string[]): Files =>
    new Map([["text", { mode: fileMode.regular, content: text.join("\n") } satisfies File]]);
  const ours = branch(lines);
  const theirs = random.chance(0.3) ? branch(ours) : branch(lines);
  return part(repository, file(lines), file(ours), file(theirs));
}

/** Edits of one text that overlap, touch or are equal. */
export function smallTexts(random: Random, repository: MergeRepository): Pair {
  const line = () => (random.chance(0.5) ? `${random.below(6)}` : makeLine(random));
  const lines = Array.from({ length: 1 + random.below(25) }, line);
  const change = (text: readonly string[]) => edit(random, text, 1 + random.size(3), line);
  const ending = random.pick(["\n", "\n", "\r\n"]);
  const file = (text: readonly string[]): Files => {
    const content = text.join(ending) + (random.chance(0.9) ? ending : "");
    return new Map([["text", { mode: fileMode.regular, content } satisfies File]]);
  };
  const ours = change(lines);
  return part(repository, file(lines), file(ours), file(change(random.chance(0.3) ? ours : lines)));
}

function part(repository: MergeRepository, base: Files, ours: Files, theirs: Files): Pair {
  const root = repository.commit(base, []);
  return [repository.commit(ours, [root]), repository.commit(theirs, [root])];
}

interface Tip {
  readonly commit: Oid;
  readonly files: Files;
}

/** Two or three branches that merged each other, with arbitrary resolutions and any committer times. */
export function crissCross(random: Random, repository: MergeRepository): Pair {
  const base = randomFiles(random, 1 + random.size(12));
  const weights = random.chance(0.5) ? edits : allChanges;
  const tick = random.pick([() => 60, () => 0, () => random.below(1000) - 300]);
  let time = 1_500_000_000;
  const commit = (files: Files, parents: readonly Oid[]): Tip => {
    time += tick();
    return { commit: repository.commit(files, parents, time), files };
  };
  const change = (tip: Tip, other: Tip, changes: number): Tip =>
    commit(changeFiles(random, tip.files, changes, weights, other.files), [tip.commit]);
  const root = commit(base, []);
  let tips: Tip[] = Array.from({ length: random.chance(0.3) ? 3 : 2 }, () => root);
  for (let round = 1 + random.below(3); round > 0; round--) {
    const changed = tips.map((tip) => change(tip, random.pick(tips), 1 + random.size(2)));
    tips = changed.map((tip, index) => {
      const others = changed.filter((other) => other !== tip);
      const other = changed[(index + 1) % changed.length] ?? tip;
      const merged = random.chance(0.2) ? others : [other];
      return commit(resolved(random, tip.files, other.files), [tip.commit, ...merged.map((one) => one.commit)]);
    });
  }
  const [ours = root, theirs = root] = tips;
  return [change(ours, theirs, random.below(3)).commit, change(theirs, ours, random.below(3)).commit];
}

/** Our files, some replaced by theirs. */
function resolved(random: Random, ours: Files, theirs: Files): Files {
  const files = new Map(ours);
  for (const [path, file] of theirs) {
    const isBlocked = [...files.keys()].some((known) => known.startsWith(`${path}/`) || path.startsWith(`${known}/`));
    if (!isBlocked && random.chance(0.45)) files.set(path, file);
  }
  return files;
}
