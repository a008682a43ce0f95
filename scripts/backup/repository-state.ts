// The state of a repository in an archive: what a bundle has no place for.
import type { RepositoryState } from "../../src/git/operations/backup/export-repository.ts";
import { Failure } from "../failure.ts";

/** @throws Failure for a state that is none */
export function checkState(text: string, name: string): void {
  const state = parsed(text);
  const isSound =
    (state?.head === null || typeof state?.head === "string") &&
    Array.isArray(state.protected_branches) &&
    Array.isArray(state.merges);
  if (!isSound) throw new Failure(`${name} is no state of a repository.`);
}

function parsed(text: string): Partial<RepositoryState> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
