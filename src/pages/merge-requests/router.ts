// Pages of merge requests.
import { issuableActions } from "../issuables/actions.ts";
import { mergeRequestKind } from "../issuables/kinds.ts";
import type { Action, PageTable } from "../page.ts";
import * as actions from "./actions.ts";
import { changesPage } from "./changes-page.tsx";
import { commitsPage } from "./commits-page.tsx";
import { editMergeRequest, editMergeRequestPage } from "./edit-merge-request.tsx";
import { groupMergeRequestsPage } from "./group-merge-requests.ts";
import { mergeRequestListPage } from "./merge-request-list.tsx";
import { mergeRequestPage } from "./merge-request-page.tsx";
import { createMergeRequest, newMergeRequestPage } from "./new-merge-request.tsx";

/** An action whose form is on the page of the merge request. */
const onPage = (submit: Action["submit"]): Action => ({ submit, form: mergeRequestPage });

const one = "/:namespace/:project/merge_requests/:iid";

export const mergeRequestPages: PageTable = {
  "GET /groups/:group/merge_requests": groupMergeRequestsPage,
  "GET /:namespace/:project/merge_requests": mergeRequestListPage,
  "POST /:namespace/:project/merge_requests": createMergeRequest,
  "GET /:namespace/:project/merge_requests/new": newMergeRequestPage,
  [`GET ${one}`]: mergeRequestPage,
  [`GET ${one}/commits`]: commitsPage,
  [`GET ${one}/diffs`]: changesPage,
  [`GET ${one}/edit`]: editMergeRequestPage,
  [`POST ${one}/edit`]: editMergeRequest,
  [`POST ${one}/delete`]: { submit: actions.deleteMergeRequest, form: editMergeRequestPage },
  [`POST ${one}/merge`]: onPage(actions.merge),
  [`POST ${one}/cancel_merge_when_build_succeeds`]: onPage(actions.cancelMerge),
  [`POST ${one}/approval`]: onPage(actions.approve),
  [`POST ${one}/cherry_pick`]: onPage(actions.cherryPick),
  [`POST ${one}/work_in_progress`]: onPage(actions.toggleWorkInProgress),
  [`POST ${one}/discussions`]: onPage(actions.startDiscussion),
  [`POST ${one}/discussions/:discussion_id/notes`]: onPage(actions.replyToDiscussion),
  [`POST ${one}/discussions/:discussion_id/resolve`]: onPage(actions.resolveDiscussion),
  ...issuableActions(mergeRequestKind, mergeRequestPage),
};
