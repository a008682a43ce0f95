// A client's fetch request, parsed line by line.
import { GitError } from "../git-error.ts";
import { isOid, type Oid } from "../objects/oid.ts";
import type { SidebandKind } from "../protocol/pkt-line.ts";

/** Limits of the history to send. */
export interface Deepening {
  /** Commits from each tip on; null for a limit by date or revision. */
  readonly depth: number | null;
  /** Counts from the current ends of the client's history instead of the tips. */
  readonly isRelative: boolean;
  /** In seconds since 1970; older commits are excluded. */
  readonly since: number | null;
  /** Revisions; they and their ancestors are excluded. */
  readonly not: readonly string[];
}

export interface FetchRequest {
  readonly wants: ReadonlySet<Oid>;
  /** The client's shallow commits: it has them without their parents. */
  readonly shallows: ReadonlySet<Oid>;
  /** Null to keep the history's current ends. */
  readonly deepening: Deepening | null;
  /** Deltas may have bases that the client has. */
  readonly isThin: boolean;
  /** Also send annotated tags on sent objects. */
  readonly includeTag: boolean;
  /** Null for a pack without side-band. */
  readonly sideband: SidebandKind | null;
}

/** Number of want and have lines. */
export const MOST_LINES = 50_000;

export const tooManyLines = () =>
  new GitError("limit", `This fetch names more than ${MOST_LINES} objects and refs, the most at once.`);

export const unexpectedLine = (line: string) =>
  new GitError("protocol", `protocol error: unexpected line: ${JSON.stringify(line.slice(0, 100))}`);

/** @throws GitError */
export function oidArgument(line: string, argument: string): Oid {
  if (!isOid(argument)) throw unexpectedLine(line);
  return argument;
}

/** Collects the lines that all protocol versions have in common. */
export class FetchLines {
  readonly wants = new Set<Oid>();
  readonly shallows = new Set<Oid>();
  #depth: number | null = null;
  #since: number | null = null;
  readonly #not: string[] = [];

  /** @returns false for another line. @throws GitError for an invalid one */
  take(line: string): boolean {
    const space = line.indexOf(" ");
    const argument = line.slice(space + 1);
    switch (line.slice(0, Math.max(space, 0))) {
      case "want":
        this.wants.add(oidArgument(line, argument));
        return true;
      case "shallow":
        this.shallows.add(oidArgument(line, argument));
        return true;
      case "deepen":
        this.#depth = positiveArgument(line, argument);
        return true;
      case "deepen-since":
        this.#since = positiveArgument(line, argument);
        return true;
      case "deepen-not":
        this.#not.push(argument);
        return true;
      default:
        return false;
    }
  }

  /** @throws GitError for contradictory limits */
  deepening(isRelative: boolean): Deepening | null {
    const byRevisions = this.#since !== null || this.#not.length > 0;
    if (this.#depth === null && !byRevisions) return null;
    if (this.#depth !== null && byRevisions) {
      throw new GitError("protocol", "deepen and deepen-since (or deepen-not) cannot be used together");
    }
    return { depth: this.#depth, isRelative, since: this.#since, not: this.#not };
  }
}

function positiveArgument(line: string, argument: string): number {
  if (!/^[0-9]{1,15}$/.test(argument) || Number(argument) === 0) throw unexpectedLine(line);
  return Number(argument);
}
