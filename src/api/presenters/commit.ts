// Commits.
import type { CommitRecord } from "../../git/repository/commit-record.ts";

/** Characters. A longer title is truncated to {@link TRUNCATED_TITLE} and an ellipsis, as in GitLab. */
const LONGEST_TITLE = 100;
const TRUNCATED_TITLE = 80;

/** The fields that both versions of the API have. */
export const commitFields = ({ id, parentIds, author, committer, message }: CommitRecord) => ({
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
  // A character is two UTF-16 units at most: only a prefix needs splitting.
  const characters = [...title.slice(0, 2 * (LONGEST_TITLE + 1))];
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, TRUNCATED_TITLE).join("")}…` : title;
}

/** Start of 9999-12-31 in Unix seconds. Histories contain later times, which clients cannot parse. */
const LATEST = 253_402_214_400;

/** In the writer's offset, or in UTC if that is malformed: `2016-07-26T17:44:29.000+03:00`. */
function presentTime({ time, timeZone }: CommitRecord["author"]): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(timeZone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return `${new Date((Math.min(time, LATEST) + offset * 60) * 1000).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}
