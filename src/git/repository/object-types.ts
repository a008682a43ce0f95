// Types of objects as numbers, as packs have them.
import type { ObjectType } from "../objects/oid.ts";

export const typeNumbers: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const typeNames: readonly (ObjectType | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];

export function typeOfNumber(number: number): ObjectType {
  const type = typeNames[number];
  if (type === undefined) throw new Error(`Unknown type of a stored object: ${number}`);
  return type;
}
