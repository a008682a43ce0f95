// A commit for a webhook payload, with texts of bounded length.
import { Buffer } from "node:buffer";
import type { Ident } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

export type BriefCommit = Omit<CommitRecord, "parentIds">;

const LONGEST_MESSAGE = 100_000;
const LONGEST_NAME = 1_000;
/** Longer than any valid time zone. */
const LONGEST_TIME_ZONE = 10;

/** Null for an unknown revision. */
export function briefCommit(repository: Repository, revision: string): BriefCommit | null {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : readBriefCommit(repository, oid);
}

/** @throws Error when the commit does not exist */
export function readBriefCommit(repository: Repository, oid: Oid): BriefCommit {
  const { id, author, committer, message } = readCommit(repository, oid);
  return { id, author: briefIdent(author), committer: briefIdent(committer), message: briefMessage(message) };
}

/** The message of a commit or a tag, cut. */
export const briefMessage = (message: string): string => beginOf(message, LONGEST_MESSAGE);

const briefIdent = ({ name, email, time, timeZone }: Ident): Ident => ({
  name: beginOf(name, LONGEST_NAME),
  email: beginOf(email, LONGEST_NAME),
  time,
  timeZone: beginOf(timeZone, LONGEST_TIME_ZONE),
});

/** Copies the text, because a substring keeps the whole text in memory. */
const beginOf = (text: string, length: number): string => Buffer.from(text.slice(0, length)).toString();
