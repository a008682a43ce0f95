// Commits in payloads.
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { type PayloadProject, webUrl } from "./frame.ts";

export const commitUrl = (project: PayloadProject, sha: string): string => `${webUrl(project)}/commit/${sha}`;

export const describeCommit = (project: PayloadProject, { id, message, author, committer }: BriefCommit) => ({
  id,
  message,
  timestamp: presentTime(committer),
  url: commitUrl(project, id),
  author: { name: author.name, email: author.email },
});

/** The last day of the year 9999 begins: histories have times after it that receivers cannot read. */
const LATEST = 253_402_214_400;

/** In the writer's own offset, where it is one: `2016-07-26T17:44:29+03:00`. */
function presentTime({ time, timeZone }: BriefCommit["author"]): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(timeZone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date((Math.min(time, LATEST) + offset * 60) * 1000).toISOString();
  return `${local.slice(0, "2016-07-26T17:44:29".length)}${sign}${hours}:${minutes}`;
}
