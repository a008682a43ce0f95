// The description of an issue that follows up the discussions of a merge request.

/** The first note of a discussion. */
export interface Opening {
  /** A username. */
  readonly author: string;
  readonly text: string;
}

/** Characters. */
const MOST_QUOTED = 120;

/**
 * @param iid the merge request's
 * @param openings of its open discussions
 */
export function describeDiscussions(iid: number, openings: readonly Opening[]): string {
  if (openings.length === 0) return `There are no unresolved discussions. Review the conversation in !${iid}.`;
  const discussions = openings.length === 1 ? "discussion" : "discussions";
  const items = openings.map(({ author, text }) => `- [ ] @${author} commented: ${quoted(text)}`);
  return [`The following ${discussions} from !${iid} should be addressed:`, "", ...items].join("\n");
}

/** The first line as code, so that its mentions and references have no effect. */
function quoted(text: string): string {
  const line = firstLine(text);
  const runs = Array.from(line.matchAll(/`+/g), ([run]) => run.length);
  if (runs.length === 0) return `\`${line}\``;
  const ticks = "`".repeat(Math.max(...runs) + 1);
  return `${ticks} ${line} ${ticks}`;
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  // A character takes at most two UTF-16 units.
  const characters = [...line.trimEnd().slice(0, 2 * (MOST_QUOTED + 1))];
  return characters.length <= MOST_QUOTED && line !== ""
    ? line.trimEnd()
    : `${characters.slice(0, MOST_QUOTED).join("")}…`;
}
