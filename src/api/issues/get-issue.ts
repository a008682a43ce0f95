// Shows an issue, in every version of the API.
import { findIssue } from "../../db/queries/issues/issues.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { notFound, recordNotFound } from "../../http/errors.ts";
import { endpoint } from "../endpoint.ts";
import { issuableName } from "../issuable-id.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withViewerRow } from "../require.ts";
import { one } from "../response.ts";
import type { IssueParams, PlacedIssue } from "./issue-params.ts";

export const gettingIssue = <Body>(params: IssueParams, present: PresentRow<PlacedIssue, Body>) =>
  endpoint({
    access: { project: "read_issue" },
    params,
    response: one(present),
    async handle(call) {
      const { id, issue_id } = call.params;
      const find = findIssue(call.viewer, projectKey(id), issuableName(id, issue_id), call.isV4);
      const { viewerRow } = await withViewerRow(call, find);
      if (viewerRow.project_id === null) throw notFound("Project");
      if (viewerRow.id === null) throw recordNotFound();
      return present(viewerRow, call);
    },
  });
