// Commits as many as can be told at once: what travels between two isolates is 32 MB at most.
import type { GraphCommit } from "../history/commit-graph.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";

const MOST_COMMITS = 10_000;
/** Characters of all of them together, of two bytes each. */
const MOST_TEXT = 8_000_000;

/** From the first on, as they are given; as far as they fit. */
export function* tellCommits(
  repository: Repository,
  commits: Generator<GraphCommit>,
  limit = MOST_COMMITS,
): Generator<CommitRecord, void> {
  let space = MOST_TEXT;
  for (const { oid } of commits.take(limit)) {
    const commit = readCommit(repository, oid);
    space -= textOf(commit);
    if (space < 0) return;
    yield commit;
  }
}

const textOf = ({ message, author, committer, parentIds }: CommitRecord): number =>
  [message, author.name, author.email, committer.name, committer.email, ...parentIds].reduce(
    (sum, { length }) => sum + length,
    0,
  );
