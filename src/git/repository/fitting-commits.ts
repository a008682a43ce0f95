// Commits that are told together: what travels between two isolates is 32 MB at most.
import type { Ident } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "./commit-record.ts";
import type { Repository } from "./repository.ts";

/** Characters of two bytes each, of which a list is told whole. */
const MOST_TEXT = 8_000_000;
/** Of each text of a commit behind them. */
const MOST_CUT_TEXT = 500;

/** Reads the commits of one list, cutting the texts of those that do not fit. */
export class FittingCommits {
  readonly #repository: Repository;
  #space = MOST_TEXT;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** @throws Error when there is no such commit: who asks has made sure of it */
  read(oid: Oid): CommitRecord {
    const commit = readCommit(this.#repository, oid);
    this.#space -= textOf(commit);
    return this.#space < 0 ? cut(commit) : commit;
  }

  /** A text that is told beside a commit. */
  text(text: string): string {
    this.#space -= text.length;
    return this.#space < 0 ? text.slice(0, MOST_CUT_TEXT) : text;
  }
}

/** Characters of all its texts. */
export const textOf = ({ message, author, committer, parentIds }: CommitRecord): number =>
  [message, author.name, author.email, committer.name, committer.email, ...parentIds].reduce(
    (sum, { length }) => sum + length,
    0,
  );

const cut = (commit: CommitRecord): CommitRecord => ({
  ...commit,
  message: commit.message.slice(0, MOST_CUT_TEXT),
  author: cutIdent(commit.author),
  committer: cutIdent(commit.committer),
});

const cutIdent = (ident: Ident): Ident => ({
  ...ident,
  name: ident.name.slice(0, MOST_CUT_TEXT),
  email: ident.email.slice(0, MOST_CUT_TEXT),
});
