// Award emoji on issues and on their notes.
import type { RouteTable } from "../../http/route-table.ts";
import { issueTarget } from "../targets.ts";
import { awardEndpoints } from "./award-endpoints.ts";
import { noteAwardable, targetAwardable } from "./awardables.ts";

const issue = awardEndpoints(targetAwardable(issueTarget));
const note = awardEndpoints(noteAwardable(issueTarget));

export const awardEmojiRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/award_emoji": issue.list,
  "POST /projects/:id/issues/:issue_id/award_emoji": issue.give,
  "GET /projects/:id/issues/:issue_id/award_emoji/:award_id": issue.get,
  "DELETE /projects/:id/issues/:issue_id/award_emoji/:award_id": issue.revoke,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": note.list,
  "POST /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": note.give,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": note.get,
  "DELETE /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": note.revoke,
};
