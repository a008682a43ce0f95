// Messages about emoji on issues, merge requests and their notes.
import { type AwardDetails, readDetails } from "../../db/queries/events/details.ts";
import { findHookIssue, findHookMergeRequest, findHookNote } from "../../db/queries/hooks/events.ts";
import { findHookAward } from "../../db/queries/hooks/records.ts";
import { type EmojiAction, type EmojiTarget, emojiPayload } from "../payloads/emoji.ts";
import { withSource } from "./merge-requests.ts";
import { noteSettings } from "./notes.ts";
import { type MessageSources, projectTopic, type RequiredSetting } from "./topic.ts";

const emojiTopic = (action: EmojiAction) =>
  projectTopic(["emoji_events"], async (sources, event, awardId) => {
    const award =
      action === "revoke"
        ? readDetails<AwardDetails>(event.details)
        : (await sources.db.batch(findHookAward(awardId)))[0][0];
    const target = award ? await findTarget(sources, award) : null;
    if (!award || target === null) return null;
    const payload = emojiPayload(sources.project, event, award, action, target);
    return { event: "Emoji Hook", settings: ["emoji_events", ...confidentialSettings(target)], payload };
  });

/** Null once it is gone. */
async function findTarget(sources: MessageSources, award: Pick<AwardDetails, "target_type" | "target_id">) {
  return award.target_type === "Note" ? findNote(sources, award.target_id) : findIssuable(sources, award);
}

async function findNote(sources: MessageSources, id: number): Promise<EmojiTarget | null> {
  const [[note]] = await sources.db.batch(findHookNote(id));
  const target = note === undefined ? null : await findIssuable(sources, note);
  return note === undefined || target === null ? null : { ...target, note };
}

async function findIssuable(
  sources: MessageSources,
  { target_type, target_id }: { readonly target_type: string; readonly target_id: number },
): Promise<EmojiTarget | null> {
  if (target_type === "Issue") {
    const [[issue]] = await sources.db.batch(findHookIssue(target_id));
    return issue === undefined ? null : { issue };
  }
  const [[row]] = await sources.db.batch(findHookMergeRequest(target_id));
  return row === undefined ? null : { mergeRequest: await withSource(sources, row) };
}

/** What concerns a confidential issue goes where its events go; what shows one of its notes, where its notes go. */
function confidentialSettings({ issue, note }: EmojiTarget): RequiredSetting[] {
  if (issue?.confidential !== 1) return [];
  return note === undefined ? ["confidential_issues_events"] : noteSettings(issue);
}

export const emojiTopics = { award_emoji_given: emojiTopic("award"), award_emoji_revoked: emojiTopic("revoke") };
