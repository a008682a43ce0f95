// Texts of the document that no type or endpoint carries.

const v3 = `Tributary speaks GitLab's API v3, as of GitLab 8.16.

**Parameters** may be in the query or in the body (JSON, form or multipart); those of the body take precedence, and
those of the path over both. Values are coerced: \`"1"\` is a number, \`yes\` and \`on\` are true, and an empty text
is null where the parameter is no text. Unknown parameters are ignored. Dates have any form that Ruby reads. In a
query or a form, lists are \`name[]=1&name[]=2\`.

**Projects and groups** are named by id or by their full path with slashes encoded: \`/projects/rivers%2Fdelta\`.
Issues and merge requests are named by \`id\`, not by \`iid\`.

**Records that the caller may not see** are 404, like records that do not exist.

**Pages**: \`page\` begins at 1, except for commits, where it begins at 0. \`per_page\` is 20 by default and at most 100;
other values are adjusted, not refused. The Link header has the addresses of the other pages.

**Webhooks** are signed as Standard Webhooks (https://www.standardwebhooks.com).`;

const v4 = `Tributary speaks a part of GitLab's API v4 beside API v3: docs/v4.md has the list.

**Parameters** may be in the query or in the body (JSON, form or multipart); those of the body take precedence, and
those of the path over both. Unknown parameters are ignored. In a query or a form, lists are \`name[]=1&name[]=2\` or
\`name=1,2\`.

**Projects and groups** are named by id or by their full path with slashes encoded: \`/projects/rivers%2Fdelta\`.
Issues and merge requests are named by \`iid\`.

**Records that the caller may not see** are 404, like records that do not exist.

**Pages**: \`page\` begins at 1. \`per_page\` is 20 by default and at most 100; other values are adjusted, not refused. The
Link header has the addresses of the other pages.`;

export const introductions = { 3: v3, 4: v4 } as const;

/** Descriptions of parameters, wherever they occur. */
export const parameterTexts: Readonly<Record<string, string>> = {
  access_level: "10 guest, 20 reporter, 30 developer, 40 master, 50 owner (groups only).",
  actions: "The changes of files; `action` is create, update, delete or move.",
  assignee_id: "The id of a user; 0 for none.",
  author_email: "Of the commit; the caller's by default.",
  author_name: "Of the commit; the caller's by default.",
  blob_id: "The id of a git blob.",
  branch: "The name of a branch.",
  branch_name: "The name of a branch.",
  color: "`#RRGGBB`, or the name of a colour in CSS.",
  confidential: "True to hide the issue from those who may not see confidential ones.",
  content: "Of the file; in Base64 if `encoding` says so.",
  coverage: "Of the tests, in percent.",
  created_at: "Only for owners and administrators.",
  developers_can_merge: "Into the protected branch.",
  developers_can_push: "To the protected branch.",
  discussion_id: "The id of the discussion.",
  due_date: "`YYYY-MM-DD`; empty for none.",
  duration: "As in `3h 30m`; units are mo, w, d, h and m. Time spent may be negative.",
  event: "The setting of the hook whose event is sent, such as `push_events`.",
  expires_at: "`YYYY-MM-DD`: the last day.",
  file_path: "The path of a file in the repository.",
  filepath: "The path of a file in the repository.",
  from: "A branch, a tag or a commit.",
  id: "An id, or a full path with slashes encoded as %2F.",
  issue_id: "The id of the issue (not its iid).",
  issue_iid: "The iid of the issue.",
  label_id: "The id or the title of the label.",
  labels: "Titles, separated by commas.",
  merge_request_for_resolving_discussions: "The iid of a merge request whose open discussions the issue takes over.",
  merge_request_id: "The id of the merge request (not its iid).",
  merge_request_iid: "The iid of the merge request.",
  merge_when_build_succeeds: "True to merge when the pipeline of the source branch succeeds.",
  milestone_id: "The id of a milestone; 0 for none.",
  namespace_id: "The group or user namespace; the caller's own by default.",
  noteable_id: "The id of the issue or merge request (not its iid).",
  page: "The number of the page.",
  path: "Part of the URL for projects and groups; the path of a file or folder in repositories.",
  per_page: "The length of a page, at most 100.",
  private_token: "An access token.",
  ref: "A branch, a tag or a commit.",
  ref_name: "A branch, a tag or a commit; the default branch if there is none.",
  remove_source_branch: "True to delete the source branch when the merge request is merged.",
  scopes: "`api`, `read_user`.",
  search: "Text to look for; case is ignored.",
  sha: "A branch, a tag or a commit.",
  should_remove_source_branch: "True to delete the source branch.",
  simple: "True for projects with few properties.",
  skip_groups: "Ids of groups to leave out.",
  sort: "The direction.",
  start_date: "`YYYY-MM-DD`; empty for none.",
  state_event: "What to change the state by.",
  statistics: "True to add statistics.",
  subscribable_id: "The id of the issue or merge request (not its iid).",
  tag_name: "The name of a tag.",
  target_project_id: "The id of the project to merge into; that of the path by default.",
  to: "A branch, a tag or a commit.",
  to_project_id: "The id of the project to move to.",
  user_id: "The id of the user.",
  visibility_level: "0 private, 10 internal, 20 public.",
};

/** Descriptions of tags, by the folder of the resource. */
export const tagTexts: Readonly<Record<string, string>> = {
  "access-requests": "Requests for membership of a group or a project.",
  "audit-events": "Security-relevant changes and their authors.",
  "award-emoji": "Emoji on issues, merge requests and their notes.",
  branches: "Branches of a repository, and their protection.",
  commits: "Commits of a repository, their changes and comments.",
  discussions: "Threads of notes on a merge request, which can be resolved.",
  events: "Activity of a user, a group or a project.",
  files: "Files of a repository. Writing one is a commit.",
  groups: "Namespaces that users share.",
  hooks: "Webhooks of projects, groups and the server, and their deliveries.",
  "issuable-lists": "Lists of issues and of merge requests, and numbers of issues.",
  "issue-trackers": "The external issue tracker of a project.",
  issues: "Issues of projects.",
  labels: "Labels of issues and merge requests.",
  members: "Members of groups and projects.",
  "merge-requests": "Proposals to merge one branch into another.",
  milestones: "Milestones of projects.",
  namespaces: "Users and groups, as places of projects.",
  notes: "Comments on issues and merge requests, and the notes that record their changes.",
  "notification-settings": "The events of which a user is notified.",
  notifications: "Events of which the caller was notified.",
  pipelines: "What the statuses of a commit amount to, by branch.",
  projects: "Projects, their forks, stars and shares.",
  repositories: "Trees, files, comparisons and archives of a repository.",
  server: "The server itself.",
  statuses: "Results of builds, by commit.",
  subscriptions: "Subscriptions to issues and merge requests.",
  tags: "Tags of a repository, and their release notes.",
  "time-tracking": "Estimates of issues and merge requests, and time spent on them.",
  todos: "The caller's list of what to do.",
  tokens: "Personal access tokens, and tokens by which administrators impersonate users.",
  users: "Users.",
};
