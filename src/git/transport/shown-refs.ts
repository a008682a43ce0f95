// The refs that clients see.
import type { Oid } from "../objects/oid.ts";
import type { Ref } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

/** Keeps what discussions speak of, and is nobody else's business. */
const HIDDEN = "refs/keep-around/";

/** In git's order. */
export const shownRefs = ({ refs }: Repository): Ref[] => refs.list().filter(({ name }) => !name.startsWith(HIDDEN));

/** What HEAD stands on; null while the branch it names is not there. */
export function headOid({ refs }: Repository): Oid | null {
  return refs.head === null ? null : (refs.get(refs.head)?.oid ?? null);
}
