// GET /-/merge_requests: those that the viewer is assigned to, and those that they created, in all projects.
import { Empty, Pages } from "../components/basics.tsx";
import { QueryTabs } from "../components/tab-nav.tsx";
import { mergeRequestStates } from "../issuables/filters.tsx";
import type { Page } from "../page.ts";
import { MergeRequestList } from "./merge-request-list.tsx";
import { listOwnMergeRequests } from "./own-merge-requests.ts";

const scopes = { assigned: "Assigned to you", created: "Created by you" };
export const mergeRequestsPage: Page = async (visit) => {
  const { scope = "assigned", state = "opened" } = {
    scope: visit.queryText("scope"),
    state: visit.queryText("state"),
  };
  const listed = await visit.api.list(listOwnMergeRequests, { scope, state, page: visit.queryText("page") });
  return {
    title: "Your merge requests",
    content: (
      <section>
        <h1>Your merge requests</h1>
        <QueryTabs visit={visit} label="Merge requests" name="scope" values={scopes} current={scope} />
        <QueryTabs visit={visit} label="State" name="state" values={mergeRequestStates} current={state} />
        {listed.rows.length === 0 ? (
          <Empty>There are no merge requests here.</Empty>
        ) : (
          <MergeRequestList mergeRequests={listed.rows} now={visit.base.now} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
