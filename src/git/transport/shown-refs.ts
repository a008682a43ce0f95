// The refs that clients can see.
import type { Oid } from "../objects/oid.ts";
import type { Ref } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

/** Refs that keep the commits of discussions; internal. */
const HIDDEN = "refs/keep-around/";

/** In git's order. */
export const shownRefs = ({ refs }: Repository): Ref[] => refs.list().filter(({ name }) => !name.startsWith(HIDDEN));

/** The commit of HEAD; null while its branch does not exist. */
export function headOid({ refs }: Repository): Oid | null {
  return refs.head === null ? null : (refs.get(refs.head)?.oid ?? null);
}
