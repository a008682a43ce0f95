// GET /-/merge_requests: those that the viewer is assigned to, and those that they created, in all projects.
import { capitalised, Empty, Pages, withQuery } from "../components/basics.tsx";
import type { Page } from "../page.ts";
import { MergeRequestList } from "./merge-request-list.tsx";
import { listOwnMergeRequests, mergeRequestScopes, mergeRequestStates } from "./own-merge-requests.ts";

const scopeNames = { assigned: "Assigned to you", created: "Created by you" };

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
        <nav class="tabs" aria-label="Merge requests">
          {mergeRequestScopes.map((name) => (
            <a
              href={withQuery(visit.url, { scope: name, page: null })}
              aria-current={name === scope ? "page" : undefined}
            >
              {scopeNames[name]}
            </a>
          ))}
        </nav>
        <nav class="tabs" aria-label="State">
          {mergeRequestStates.map((name) => (
            <a
              href={withQuery(visit.url, { state: name, page: null })}
              aria-current={name === state ? "page" : undefined}
            >
              {capitalised(name === "opened" ? "open" : name)}
            </a>
          ))}
        </nav>
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
