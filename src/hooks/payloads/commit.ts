// Commits, as payloads contain them.
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { type PayloadProject, webUrl } from "./frame.ts";

export const commitUrl = (project: PayloadProject, sha: string): string => `${webUrl(project)}/commit/${sha}`;

export const describeCommit = (project: PayloadProject, { id, message, author, committer }: BriefCommit) => ({
  id,
  message,
  title: titleOf(message),
  timestamp: presentTime(committer),
  url: commitUrl(project, id),
  author: { name: author.name, email: author.email },
});

const titleOf = (message: string): string => message.split("\n", 1)[0]?.trim() ?? "";

/** The beginning of the year 9999's last day: some histories have later times, which receivers cannot parse. */
const LATEST = 253_402_214_400;

/** In the author's offset, if it is valid: `2016-07-26T17:44:29+03:00`. */
function presentTime({ time, timeZone }: BriefCommit["author"]): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(timeZone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date((Math.min(time, LATEST) + offset * 60) * 1000).toISOString();
  return `${local.slice(0, "2016-07-26T17:44:29".length)}${sign}${hours}:${minutes}`;
}
