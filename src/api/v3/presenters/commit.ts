// Commits as GitLab shows them.
import type { CommitRecord } from "../../../git/repository/commit-record.ts";

/** Titles longer than this are cut. */
const LONGEST_TITLE = 100;
const CUT_TITLE = 80;

export const presentCommit = ({ id, parentIds, author, committer, message }: CommitRecord) => ({
  id,
  short_id: id.slice(0, 8),
  title: titleOf(message),
  author_name: author.name,
  author_email: author.email,
  created_at: presentTime(committer),
  message,
  parent_ids: parentIds,
  authored_date: presentTime(author),
  committer_name: committer.name,
  committer_email: committer.email,
  committed_date: presentTime(committer),
});

function titleOf(message: string): string {
  const title = message.split("\n", 1)[0]?.trim() ?? "";
  if (title === "") return "--no commit message";
  // A letter takes two units at most.
  const letters = [...title.slice(0, 2 * (LONGEST_TITLE + 1))];
  return letters.length > LONGEST_TITLE ? `${letters.slice(0, CUT_TITLE).join("")}…` : title;
}

/** The last day of the year 9999 begins: histories have times after it that clients cannot read. */
const LATEST = 253_402_214_400;

/** In the writer's own offset, where it is one: `2016-07-26T17:44:29.000+03:00`. */
function presentTime({ time, timeZone }: CommitRecord["author"]): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(timeZone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return `${new Date((Math.min(time, LATEST) + offset * 60) * 1000).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}
