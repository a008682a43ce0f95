// Files that one side put into a directory which the other side renamed. Git suggests to move them and calls that a
// conflict, whatever else there is: so all that a merge needs is which files these are.
import type { ByteString } from "../objects/byte-string.ts";
import type { SideRenames } from "./find-renames.ts";
import { directoriesOf, otherSide, type Side, sides } from "./paths.ts";

type Directories = ReadonlyMap<ByteString, ByteString>;

/** @returns where git would put such files, and directories of which it cannot tell where they went. */
export function directoryRenameConflicts(renames: Readonly<Record<Side, SideRenames>>): ByteString[] {
  const conflicts: ByteString[] = [];
  const certain = { 1: new Map<ByteString, ByteString>(), 2: new Map<ByteString, ByteString>() };
  for (const side of sides) {
    for (const [directory, target] of renames[side].directories) {
      if (target === null) conflicts.push(directory);
      else certain[side].set(directory, target);
    }
  }
  dropRenamedByBoth(certain[1], certain[2]);
  const suggested = {
    1: suggestedPlaces(renames[1], certain[2]),
    2: suggestedPlaces(renames[2], certain[1]),
  };
  for (const side of sides) {
    const places = new Set(suggested[otherSide(side)].map(({ place }) => place));
    for (const { path, target, place } of suggested[side]) {
      if (!places.has(path) && !certain[side].has(target)) conflicts.push(place);
    }
  }
  return conflicts;
}

function dropRenamedByBoth(ours: Map<ByteString, ByteString>, theirs: Map<ByteString, ByteString>): void {
  for (const directory of [...ours.keys()]) {
    if (theirs.delete(directory)) ours.delete(directory);
  }
}

interface Suggestion {
  readonly path: ByteString;
  /** The directory that `directory` became. */
  readonly target: ByteString;
  /** The path in there. */
  readonly place: ByteString;
}

/** @param directories what the other side renamed */
function suggestedPlaces({ arrivals }: SideRenames, directories: Directories): Suggestion[] {
  if (directories.size === 0) return [];
  return arrivals.flatMap(({ to: { path } }) => {
    for (const directory of directoriesOf(path)) {
      const target = directories.get(directory);
      if (target === undefined) continue;
      const rest = path.slice(directory.length + 1);
      return [{ path, target, place: target === "" ? rest : `${target}/${rest}` }];
    }
    return [];
  });
}
