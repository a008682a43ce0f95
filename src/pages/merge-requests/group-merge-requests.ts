// GET /groups/:group/merge_requests: the merge requests of a group's projects.
import { listGroupMergeRequests } from "../../api/v4/issuable-lists/merge-request-lists.ts";
import { mergeRequestStates } from "../issuables/filters.tsx";
import { groupListPage } from "../issuables/group-list.tsx";

export const groupMergeRequestsPage = groupListPage(
  { title: "Merge requests", tab: "merge_requests", sign: "!", states: mergeRequestStates },
  async (visit, values) => {
    const milestone = values.milestone === "No Milestone" ? "None" : values.milestone;
    const listed = await visit.api.list(listGroupMergeRequests, { ...values, milestone });
    const rows = listed.rows.flatMap((row) =>
      // They are whole without `view=simple`. Addresses of v4 lead here by a redirect.
      "labels" in row ? [{ ...row, labels: titlesOf(row.labels), web_url: row.web_url.replace("/-/", "/") }] : [],
    );
    return { ...listed, rows };
  },
);

const titlesOf = (labels: readonly (string | object)[]): string[] =>
  labels.filter((label) => typeof label === "string");
