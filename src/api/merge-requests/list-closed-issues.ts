// Lists the issues that a merge request closes, in every version of the API.

import { type ClosableIssueListRow, listClosableIssues } from "../../db/queries/issues/closing.ts";
import { findNewestVersion } from "../../db/queries/merge-requests/version-rows.ts";
import { findIssueTracker } from "../../db/queries/projects/issue-trackers.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { closesIssues, closingTexts } from "../../services/merge-requests/closing.ts";
import { closingReferencesIn, externalClosingReferencesIn } from "../../services/texts/closing-references.ts";
import { endpoint, paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { paged } from "../response.ts";
import type { MergeRequestParams } from "./version.ts";
import { messagesOf } from "./version-content.ts";
import { nameOf, withMergeRequest } from "./with-merge-request.ts";

/** @param path the params of the path @param presentExternal for issues of an external tracker, by their ids there */
export const listingClosedIssues = <Body, External>(
  path: MergeRequestParams,
  presentIssue: PresentRow<ClosableIssueListRow & { id: number }, Body>,
  presentExternal: (id: string) => External,
) =>
  endpoint({
    access: { project: "read_merge_request" },
    params: { ...path, ...paginationParams },
    response: paged(presentIssue, presentExternal),
    async handle(call) {
      const { mergeRequest, rows } = await withMergeRequest(
        call,
        findNewestVersion(nameOf(call)),
        findIssueTracker(projectKey(call.params.id)),
      );
      const [[version], [tracker]] = rows;
      const { project_id } = mergeRequest;
      const isClosing = closesIssues(mergeRequest);
      const commits = isClosing ? await messagesOf(call.repositories.open(project_id), version) : [];
      const texts = isClosing ? closingTexts(mergeRequest, commits) : [];
      const { perPage, offset } = pageOf(call.params);
      if (tracker !== undefined) {
        const ids = externalClosingReferencesIn(texts);
        return paginate(call, { rows: ids.slice(offset, offset + perPage), total: ids.length }, presentExternal);
      }
      const references = closingReferencesIn(texts, call.baseUrl);
      const words = { project_id, references: JSON.stringify(references) };
      const list = listClosableIssues(call.viewer, words, perPage, offset, call.isV4);
      const [listed] = references.length === 0 ? [[]] : await call.db.batch(list);
      const issues = listed.filter((row) => row.id !== null).sort((one, other) => one.place - other.place);
      return paginate(call, { rows: issues, total: listed[0]?.total ?? 0 }, presentIssue);
    },
  });
