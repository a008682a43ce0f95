// Bounds the size of a list of commits, because a message between two isolates has at most 32 MB.
import type { Ident } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "./commit-record.ts";
import type { Repository } from "./repository.ts";

/** Characters, of two bytes each, before texts are cut. */
const MOST_TEXT = 8_000_000;
/** Characters of each text after that. */
const MOST_CUT_TEXT = 500;

/** Reads the commits of one list and cuts the texts that exceed the bound. */
export class FittingCommits {
  readonly #repository: Repository;
  #space = MOST_TEXT;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** @throws Error when the commit does not exist */
  read(oid: Oid): CommitRecord {
    const commit = readCommit(this.#repository, oid);
    this.#space -= textOf(commit);
    return this.#space < 0 ? cut(commit) : commit;
  }

  /** Counts, and possibly cuts, a text that is returned beside a commit. */
  text(text: string): string {
    this.#space -= text.length;
    return this.#space < 0 ? text.slice(0, MOST_CUT_TEXT) : text;
  }
}

/** Number of characters in all texts of a commit. */
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
