// Routes of searches.

import { groupKey } from "../../../db/queries/groups/row.ts";
import type { Scope } from "../../../db/queries/issuable-lists/shape.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { oneOf, text } from "../../../http/coerce.ts";
import { optional, required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { paged } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentCommit } from "../presenters/commit.ts";
import { presentFoundFile } from "../presenters/found-file.ts";
import { presentDistantIssue } from "../presenters/issue.ts";
import { presentDistantMergeRequest } from "../presenters/merge-request.ts";
import { presentMilestone } from "../presenters/milestone.ts";
import { presentNote } from "../presenters/note.ts";
import { presentSimpleProject } from "../presenters/project.ts";
import { presentUserBasic } from "../presenters/user.ts";
import { searchCommits, searchFiles } from "./search-code.ts";
import { searchParams } from "./search-params.ts";
import {
  searchForMilestones,
  searchForNotes,
  searchIssues,
  searchMergeRequests,
  searchProjects,
  searchUsers,
} from "./search-records.ts";

const ofRecords = {
  issues: searchIssues,
  merge_requests: searchMergeRequests,
  milestones: searchForMilestones,
  users: searchUsers,
};
const everywhere = { ...ofRecords, projects: searchProjects };
const inProject = { ...ofRecords, notes: searchForNotes, commits: searchCommits, blobs: searchFiles };

const records = [presentDistantIssue, presentDistantMergeRequest, presentMilestone, presentUserBasic] as const;

const wider = oneOf("projects", "issues", "merge_requests", "milestones", "users");

const searchEverywhere = endpoint({
  access: "user",
  params: { scope: required(wider), ...searchParams },
  response: paged(presentSimpleProject, ...records),
  handle: (call) => everywhere[call.params.scope](call, { kind: "everywhere" }),
});

/** In the projects of the group, and in those that are shared with it. */
const searchInGroup = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, scope: required(wider), ...searchParams },
  response: paged(presentSimpleProject, ...records),
  handle: (call) => everywhere[call.params.scope](call, { kind: "group", group: groupKey(call.params.id) }),
});

/** Notes are among the newest 10,000 of the project; commits are the newest 2,000 of `ref`, of which the first 100 are found; of files, the first 100. */
const searchInProject = endpoint({
  access: { project: "read_project" },
  params: {
    ...idParam,
    scope: required(oneOf("issues", "merge_requests", "milestones", "users", "notes", "commits", "blobs")),
    ref: optional(text),
    ...searchParams,
  },
  response: paged(presentNote, presentCommit, presentFoundFile, ...records),
  lookupFirst: (call) => withProject(call),
  handle(call) {
    const scope: Scope = { kind: "project", project: projectKey(call.params.id) };
    return inProject[call.params.scope](call, scope);
  },
});

export const searchRoutes: RouteTable = {
  "GET /search": searchEverywhere,
  "GET /groups/:id/search": searchInGroup,
  "GET /projects/:id/search": searchInProject,
};
