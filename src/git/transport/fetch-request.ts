// What a client asks of a fetch, put together from its lines.
import { GitError } from "../git-error.ts";
import { isOid, type Oid } from "../objects/oid.ts";
import type { SidebandKind } from "../protocol/pkt-line.ts";

/** Where the history that a client gets is to end. */
export interface Deepening {
  /** Commits from each tip on; null when it is not by number. */
  readonly depth: number | null;
  /** Counted from where the client's history ends now, not from the tips. */
  readonly isRelative: boolean;
  /** Seconds since 1970: no older commits. */
  readonly since: number | null;
  /** Refs, as people write them: nothing they reach. */
  readonly not: readonly string[];
}

export interface FetchRequest {
  readonly wants: ReadonlySet<Oid>;
  /** The commits whose parents the client does not have, though it has them. */
  readonly shallows: ReadonlySet<Oid>;
  /** Null when it is to end where it ends. */
  readonly deepening: Deepening | null;
  /** Deltas may be of objects that the client has. */
  readonly isThin: boolean;
  /** Annotated tags on what is sent are sent, too. */
  readonly includeTag: boolean;
  /** Null for a pack without bands. */
  readonly sideband: SidebandKind | null;
}

/** What a client wants and has, each told in a line. */
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

/** Gathers the lines that all versions of the protocol have. */
export class FetchLines {
  readonly wants = new Set<Oid>();
  readonly shallows = new Set<Oid>();
  #depth: number | null = null;
  #since: number | null = null;
  readonly #not: string[] = [];

  /** @returns whether it is one of them. @throws GitError when it is, and makes no sense */
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

  /** @throws GitError for a depth that is given in two ways */
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
