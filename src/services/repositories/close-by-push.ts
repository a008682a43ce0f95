// Closes the issues that commits pushed to the default branch name with a closing word. Idempotent.
import type { ClosableIssue } from "../../db/queries/issues/closing.ts";
import type { PushEvent } from "../../git/repository/outbox.ts";
import { BRANCHES } from "../../git/repository/ref-store.ts";
import { canBeClosed, closeIssues, findClosable } from "../issues/closing.ts";
import type { ClosingContext } from "../merge-requests/closing.ts";
import { closingReferencesIn } from "../texts/closing-references.ts";

/** The newest commits of a push that are read; GitLab's limit. */
const MOST_COMMITS = 100;
/** References in all commits of a push; the same limit as for one text. */
const MOST_REFERENCES = 1_000;

/** A new or deleted branch closes nothing. */
export async function closeByPush(context: ClosingContext, projectId: number, push: PushEvent): Promise<void> {
  const { ref, before, after, defaultBranch, userId, at } = push;
  if (before === null || after === null || ref !== BRANCHES + defaultBranch) return;
  const { db, repositories, baseUrl } = context;
  const range = { head: after, except: before, limit: MOST_COMMITS };
  const commits = await repositories.open(projectId).run("commitMessages", range);
  // Oldest first: if two commits name the same issue, the older one closes it.
  const mentions = commits
    .toReversed()
    .flatMap(({ id, message }) => closingReferencesIn([message], baseUrl).map((reference) => ({ id, reference })));
  const references = mentions.slice(0, MOST_REFERENCES).map(({ reference }) => reference);
  const closable = await findClosable(db, { userId, projectId, at }, references);
  const issues = closable.filter(canBeClosed).map((issue) => {
    const sha = mentions[issue.place]?.id.slice(0, 8);
    return { id: issue.id, note: `closed via commit ${prefixOf(issue)}${sha}` };
  });
  if (issues.length > 0) await db.batch(...closeIssues({ issues, mergeRequestId: null, actorId: userId, at }));
}

/** The commit's project, relative to the issue's; empty if not every reader of the issue may see that project. */
const prefixOf = ({ path_back, is_known_back }: ClosableIssue): string =>
  path_back === "" || is_known_back === 0 ? "" : `${path_back}@`;
