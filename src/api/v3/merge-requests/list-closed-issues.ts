// GET /projects/:id/merge_requests/:merge_request_id/closes_issues

import { listClosableIssues } from "../../../db/queries/issues/closing.ts";
import { findNewestVersion } from "../../../db/queries/merge-requests/version-rows.ts";
import { findIssueTracker } from "../../../db/queries/projects/issue-trackers.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { closingTexts } from "../../../services/merge-requests/closing.ts";
import { closingReferencesIn, externalClosingReferencesIn } from "../../../services/texts/closing-references.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { messagesOf } from "../../merge-requests/version-content.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { paged } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentExternalIssue } from "../presenters/issue-tracker.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const listClosedIssues = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentIssue, presentExternalIssue),
  async handle(call) {
    const { mergeRequest, rows } = await withMergeRequest(
      call,
      findNewestVersion(nameOf(call)),
      findIssueTracker(projectKey(call.params.id)),
    );
    const [[version], [tracker]] = rows;
    const { project_id, target_branch, default_branch } = mergeRequest;
    const isClosing = target_branch === default_branch;
    const commits = isClosing ? await messagesOf(call.repositories.open(project_id), version) : [];
    const texts = isClosing ? closingTexts(mergeRequest, commits) : [];
    const { perPage, offset } = pageOf(call.params);
    if (tracker !== undefined) {
      const ids = externalClosingReferencesIn(texts);
      return paginate(call, { rows: ids.slice(offset, offset + perPage), total: ids.length }, presentExternalIssue);
    }
    const references = closingReferencesIn(texts, call.baseUrl);
    const words = { project_id, references: JSON.stringify(references) };
    const [listed] =
      references.length === 0 ? [[]] : await call.db.batch(listClosableIssues(call.viewer, words, perPage, offset));
    const issues = listed.filter((row) => row.id !== null).sort((one, other) => one.place - other.place);
    return paginate(call, { rows: issues, total: listed[0]?.total ?? 0 }, presentIssue);
  },
});
