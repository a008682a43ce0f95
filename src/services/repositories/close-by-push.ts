// Closes the issues that the commits of a push to the default branch say they close. It may be told twice.
import type { ClosableIssue } from "../../db/queries/issues/closing.ts";
import type { PushEvent } from "../../git/repository/outbox.ts";
import { BRANCHES } from "../../git/repository/ref-store.ts";
import { closeIssues, findClosable, mayBeClosed } from "../issues/closing.ts";
import type { ClosingContext } from "../merge-requests/closing.ts";
import { closingReferencesIn } from "../texts/closing-references.ts";

/** Of a push, the newest: as many as GitLab looks at. */
const MOST_COMMITS = 100;
/** Of all of them, as of one text. */
const MOST_REFERENCES = 1_000;

/** A branch that is new closes nothing, and neither does a history that begins. */
export async function closeByPush(context: ClosingContext, projectId: number, push: PushEvent): Promise<void> {
  const { ref, before, after, defaultBranch, userId, at } = push;
  if (before === null || after === null || ref !== BRANCHES + defaultBranch) return;
  const { db, repositories, baseUrl } = context;
  const range = { head: after, except: before, limit: MOST_COMMITS };
  const commits = await repositories.open(projectId).run("commitMessages", range);
  // the oldest first: of two that say the same, the first one has done it
  const said = commits
    .toReversed()
    .flatMap(({ id, message }) => closingReferencesIn([message], baseUrl).map((reference) => ({ id, reference })));
  const references = said.slice(0, MOST_REFERENCES).map(({ reference }) => reference);
  const closable = await findClosable(db, { userId, projectId, at }, references);
  const issues = closable.filter(mayBeClosed).map((issue) => {
    const sha = said[issue.place]?.id.slice(0, 8);
    return { id: issue.id, note: `closed via commit ${prefixOf(issue)}${sha}` };
  });
  if (issues.length > 0) await db.batch(...closeIssues({ issues, mergeRequestId: null, actorId: userId, at }));
}

/** Where the commit is, as seen from the issue; nothing where that is not for everybody to know. */
const prefixOf = ({ path_back, is_known_back }: ClosableIssue): string =>
  path_back === "" || is_known_back === 0 ? "" : `${path_back}@`;
