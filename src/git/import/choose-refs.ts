// Decides which refs of a remote repository are imported, and which branch becomes the default.
import { enclosingNames, pushedRefProblem, type RefName, refNameTexts } from "../refs/ref-name.ts";
import { BRANCHES, TAGS } from "../repository/ref-store.ts";
import { refused } from "./import-error.ts";
import type { RemoteRef, RemoteRefs } from "./remote-refs.ts";

export interface ChosenRefs {
  /** Branches and tags. */
  readonly refs: readonly RemoteRef[];
  /** Null without branches. */
  readonly head: RefName | null;
}

/** As in a push, because all refs are written without a pause. */
const MOST_REFS = 3_000;

/** Refs outside branches and tags belong to the remote server. @throws ImportError for names that cannot be kept */
export function chooseRefs(remote: Pick<RemoteRefs, "refs" | "headOid" | "headTarget">): ChosenRefs {
  const refs = remote.refs.filter(({ name }) => name.startsWith(BRANCHES) || name.startsWith(TAGS));
  if (refs.length > MOST_REFS) {
    throw refused(`The repository has ${refs.length} branches and tags; at most ${MOST_REFS} can be imported.`);
  }
  const names = new Set<RefName>();
  for (const { name } of refs) {
    const problem = pushedRefProblem(name);
    if (problem !== null) throw refused(`${shown(name)} cannot be imported: ${refNameTexts[problem]}.`);
    if (names.has(name)) throw refused(`The server lists ${shown(name)} twice.`);
    names.add(name);
  }
  for (const name of names) {
    const taken = enclosingNames(name).find((folder) => names.has(folder));
    if (taken !== undefined) throw refused(`${shown(name)} cannot be imported beside ${shown(taken)}.`);
  }
  return { refs, head: chooseHead(remote, refs) };
}

const MOST_SHOWN = 200;

const shown = (name: RefName): string => JSON.stringify(name.slice(0, MOST_SHOWN));

/**
 * The branch that HEAD names. If it names none, a branch at the commit of HEAD, else any branch: `master` first, then
 * `main`, then the first one.
 */
function chooseHead(
  { headOid, headTarget }: Pick<RemoteRefs, "headOid" | "headTarget">,
  refs: readonly RemoteRef[],
): RefName | null {
  const branches = refs.filter(({ name }) => name.startsWith(BRANCHES));
  if (branches.some(({ name }) => name === headTarget)) return headTarget;
  const atHead = branches.filter(({ oid }) => oid === headOid);
  const names = (atHead.length > 0 ? atHead : branches).map(({ name }) => name);
  const usual = [`${BRANCHES}master`, `${BRANCHES}main`];
  return usual.find((name) => names.includes(name)) ?? names[0] ?? null;
}
