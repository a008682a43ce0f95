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

const v4 = `Tributary speaks GitLab's API v4 beside API v3: docs/v4.md says where it differs.

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
  actions: "The changes of files; `action` is create, update, delete or move, in v4 also chmod.",
  activity_filter: "Notes that people wrote, or notes of changes.",
  add_labels: "Titles, added to those that are there.",
  all: "Of statuses: older ones of the same name, too. Of commits: those of every branch.",
  all_available: "True for all groups that the caller may see.",
  archived: "True for archived projects only, false for others only.",
  assets: "Links to files: `links` is a list with `name`, `url`, `link_type` and `direct_asset_path`.",
  assignee_id: "The id of a user; 0 for none. Lists of v4 take `None` and `Any`, too.",
  assignee_ids: "Ids of users, of whom the first counts; empty for none.",
  author_email: "Of the commit; the caller's by default.",
  author_name: "Of the commit; the caller's by default.",
  auto_merge: "As `merge_when_pipeline_succeeds`.",
  award_id: "The id of the award.",
  blob_id: "The id of a git blob.",
  branch: "The name of a branch.",
  branch_name: "The name of a branch.",
  color: "`#RRGGBB`, or the name of a colour in CSS.",
  confidential: "True to hide it from those who may not see confidential issues.",
  content: "Of the file; in Base64 if `encoding` says so.",
  coverage: "Of the tests, in percent.",
  created_at: "Only for owners and administrators.",
  developers_can_merge: "Into the protected branch.",
  developers_can_push: "To the protected branch.",
  direct_asset_path: "A path below that of the release, as another address of the file.",
  discussion_id: "The id of the discussion.",
  discussion_locked: "True so that only members comment.",
  discussion_to_resolve: "The id of one discussion that the issue takes over.",
  draft: "True for merge requests that are drafts, false for others.",
  dry_run: "True to try without committing.",
  due_date: "`YYYY-MM-DD`; empty for none.",
  duration: "As in `3h 30m`; units are mo, w, d, h and m. Time spent may be negative.",
  event_id: "The id of the event.",
  event: "The setting of the hook whose event is sent, such as `push_events`.",
  execute_filemode: "True for a file that can be executed.",
  expires_at: "`YYYY-MM-DD`: the last day.",
  file: "10 MB at most, as multipart/form-data; of a package also as the body itself.",
  file_path: "The path of a file in the repository.",
  filepath: "The path of a file in the repository.",
  first_parent: "True to follow first parents only.",
  force: "True to begin an existing branch anew at the start.",
  forked_from_id: "The id of the project that was forked.",
  from: "A branch, a tag or a commit.",
  group_access: "The access level that the group's members get at most.",
  group_id: "The id of the group.",
  hook_id: "The id of the hook.",
  hook_log_id: "The id of the delivery.",
  id: "An id, or a full path with slashes encoded as %2F.",
  id_after: "Projects of greater ids.",
  id_before: "Projects of lesser ids.",
  iids: "Numbers in the project.",
  include_diverged_commits_count: "True to count the commits of the target that the source lacks.",
  include_rebase_in_progress: "A rebase is never in progress.",
  initialize_with_readme: "True for a first commit with README.md.",
  issue_id: "The id of the issue (not its iid).",
  issue_iid: "The iid of the issue.",
  label_id: "The id or the title of the label.",
  labels: "Titles, separated by commas.",
  last_commit_id: "The commit that last changed the file, as the client knows it: 400 if there is a later one.",
  line_type: "Of the line: new or old.",
  link_id: "The id of the link.",
  membership: "True for projects that the caller is a member of.",
  merge_access_level: "30 developers and up, 40 masters and up.",
  merge_request_for_resolving_discussions: "The iid of a merge request whose open discussions the issue takes over.",
  merge_request_id: "The id of the merge request (not its iid).",
  merge_request_iid: "The iid of the merge request.",
  merge_request_to_resolve_discussions_of: "The iid of a merge request whose open discussions the issue takes over.",
  merge_when_build_succeeds: "True to merge when the pipeline of the source branch succeeds.",
  merge_when_pipeline_succeeds: "True to merge when the pipeline of the source branch succeeds.",
  milestone_id: "The id of a milestone; 0 for none.",
  milestones: "Must be empty.",
  min_access_level: "Projects in which the caller has this access level or more.",
  my_reaction_emoji: "The name of an emoji that the caller gave; `None` and `Any`.",
  namespace_id: "The group or user namespace; the caller's own by default.",
  non_archived: "False to include those of archived projects.",
  note_id: "The id of the note.",
  package_file_id: "The id of the file.",
  package_id: "The id of the package.",
  package_name: "The name of a package; in lists a part of it.",
  package_type: "All packages are `generic`.",
  package_version: "The version of a package.",
  noteable_id: "The id of the issue or merge request (not its iid).",
  page: "The number of the page.",
  pagination: "`keyset`: the Link header has the next page by id.",
  path: "Part of the URL for projects and groups; the path of a file or folder in repositories.",
  per_page: "The length of a page, at most 100.",
  pipeline_id: "The id of the pipeline.",
  position:
    "The place in the diff of a version: `base_sha`, `start_sha`, `head_sha`, `position_type`, paths and lines.",
  private_token: "An access token.",
  project_id: "The id of the project.",
  push_access_level: "30 developers and up, 40 masters and up.",
  push_events_branch_filter: "A branch, or a wildcard such as `release/*`.",
  ref: "A branch, a tag or a commit.",
  ref_name: "A branch, a tag or a commit; the default branch if there is none.",
  refs: "Two or more branches, tags or commits.",
  remove_labels: "Titles, taken away from those that are there.",
  remove_source_branch: "True to delete the source branch when the merge request is merged.",
  resolved: "True to resolve the discussion, false to reopen it.",
  reviewer_id: "The id of a user; `None` and `Any`.",
  reviewer_ids: "Ids of users, of whom the first counts; empty for none.",
  scopes: "`api`, `read_api`, `read_user`, `read_repository`, `write_repository`.",
  search: "Text to look for; case is ignored.",
  secret: "From the address of the file.",
  sha: "A branch, a tag or a commit.",
  should_remove_source_branch: "True to delete the source branch.",
  simple: "True for projects with few properties.",
  since: "A time.",
  skip_groups: "Ids of groups to leave out.",
  sort: "The direction.",
  squash: "True to make one commit of all.",
  squash_commit_message: "Of the commit that is made of all.",
  start_branch: "The branch at which a new branch begins.",
  start_date: "`YYYY-MM-DD`; empty for none.",
  start_sha: "The commit at which a new branch begins.",
  state_event: "What to change the state by.",
  statistics: "True to add statistics.",
  stats: "False to leave out the numbers of lines.",
  straight: "True to compare the two commits; else what changed since their merge base.",
  subscribable_id: "The id of the issue or merge request (not its iid).",
  tag_message: "Of a tag that is created with the release; it is annotated then.",
  tag_name: "The name of a tag.",
  target_project_id: "The id of the project to merge into; that of the path by default.",
  to: "A branch, a tag or a commit.",
  to_project_id: "The id of the project to move to.",
  token_id: "The id of the token.",
  topic: "Topics that the project has all of.",
  trigger: "The setting of the hook whose event is sent, such as `push_events`.",
  unidiff: "True for diffs with the names of the files.",
  until: "A time.",
  user_id: "The id of the user.",
  version_id: "The id of the version.",
  visibility: "`private`, `internal` or `public`.",
  visibility_level: "0 private, 10 internal, 20 public.",
  with_counts: "True to count open and closed issues and open merge requests.",
  with_labels_details: "True for labels as objects.",
  with_stats: "True for the numbers of lines.",
};

/** Descriptions of tags, by the folder of the resource. */
export const tagTexts: Readonly<Record<string, string>> = {
  "access-requests": "Requests for membership of a group or a project.",
  "audit-events": "Security-relevant changes and their authors.",
  "award-emoji": "Emoji on issues, merge requests and their notes.",
  branches: "Branches of a repository, and their protection.",
  commits: "Commits of a repository, their changes and comments.",
  discussions: "Threads of notes. Those on merge requests can be resolved.",
  events: "Activity of a user, a group or a project.",
  files: "Files of a repository. Writing one is a commit.",
  groups: "Namespaces that users share.",
  hooks: "Webhooks of projects, groups and the server, and their deliveries.",
  "issuable-lists": "Lists of issues and of merge requests, and numbers of issues.",
  issuables: "Subscriptions to issues and merge requests, todos of them, who takes part, and changes of their state.",
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
  packages: "Files that are published under a name and a version.",
  pipelines: "What the statuses of a commit amount to, by branch.",
  projects: "Projects, their forks, stars and shares.",
  "protected-branches": "Branches that only some may push to and merge into.",
  releases: "Releases of tags, and links to their files.",
  repositories: "Trees, files, comparisons and archives of a repository.",
  server: "The server itself.",
  statuses: "Results of builds, by commit.",
  subscriptions: "Subscriptions to issues and merge requests.",
  tags: "Tags of a repository, and their release notes.",
  search: "Searches for records, commits and files.",
  "time-tracking": "Estimates of issues and merge requests, and time spent on them.",
  todos: "The caller's list of what to do.",
  tokens: "Personal access tokens, and tokens by which administrators impersonate users.",
  uploads: "Files that texts and releases link to.",
  users: "Users.",
};
