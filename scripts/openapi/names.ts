// Names of operations, made from method and path: stable as long as the route is.
import type { Route } from "../../src/api/route-table.ts";

/** Routes whose paths read differently from what they do. */
const named: Readonly<Record<string, string>> = {
  "GET /user": "getCurrentUser",
  "POST /session": "createSession",
  "GET /groups/owned": "listOwnedGroups",
  "POST /groups/:id/projects/:project_id": "transferProjectToGroup",
  "POST /groups/:id/projects/:project_namespace/:project_path": "transferProjectToGroupByPath",
  "GET /projects/visible": "listVisibleProjects",
  "GET /projects/owned": "listOwnedProjects",
  "GET /projects/starred": "listStarredProjects",
  "GET /projects/all": "listAllProjects",
  "GET /projects/search/:query": "searchProjects",
  "POST /projects/user/:user_id": "createProjectForUser",
  "POST /projects/fork/:id": "forkProject",
  "POST /projects/:id/fork": "forkProject",
  "DELETE /projects/:id/star": "unstarProject",
  "DELETE /projects/:id/fork": "deleteProjectForkLink",
  "POST /projects/:id/fork/:forked_from_id": "createProjectForkLink",
  "DELETE /projects/:id/share/:group_id": "unshareProject",
  "POST /groups/:id/members": "addGroupMember",
  "DELETE /groups/:id/members/:user_id": "removeGroupMember",
  "GET /groups/:id/members/all": "listAllGroupMembers",
  "GET /groups/:id/members/all/:user_id": "getAnyGroupMember",
  "GET /projects/:id/members/all": "listAllProjectMembers",
  "GET /projects/:id/members/all/:user_id": "getAnyProjectMember",
  "POST /projects/:id/members": "addProjectMember",
  "DELETE /projects/:id/members/:user_id": "removeProjectMember",
  "POST /groups/:id/access_requests": "requestGroupAccess",
  "DELETE /groups/:id/access_requests/:user_id": "denyGroupAccessRequest",
  "POST /projects/:id/access_requests": "requestProjectAccess",
  "DELETE /projects/:id/access_requests/:user_id": "denyProjectAccessRequest",
  "POST /projects/:id/labels/:label_id/subscription": "subscribeToProjectLabel",
  "DELETE /projects/:id/labels/:label_id/subscription": "unsubscribeFromProjectLabel",
  "POST /projects/:id/issues/:subscribable_id/subscription": "subscribeToProjectIssue",
  "DELETE /projects/:id/issues/:subscribable_id/subscription": "unsubscribeFromProjectIssue",
  "POST /projects/:id/merge_requests/:subscribable_id/subscription": "subscribeToProjectMergeRequest",
  "DELETE /projects/:id/merge_requests/:subscribable_id/subscription": "unsubscribeFromProjectMergeRequest",
  "PUT /notification_settings": "updateNotificationSettings",
  "PUT /groups/:id/notification_settings": "updateGroupNotificationSettings",
  "PUT /projects/:id/notification_settings": "updateProjectNotificationSettings",
  "POST /notifications/read": "markAllNotificationsAsRead",
  "POST /notifications/:id/read": "markNotificationAsRead",
  "GET /search": "search",
  "GET /groups/:id/search": "searchInGroup",
  "GET /projects/:id/search": "searchInProject",
  "POST /users/:id{[0-9]+}/personal_access_tokens": "createPersonalAccessTokenForUser",
  "GET /personal_access_tokens/self": "getOwnPersonalAccessToken",
  "DELETE /personal_access_tokens/self": "revokeOwnPersonalAccessToken",
  "POST /personal_access_tokens/self/rotate": "rotateOwnPersonalAccessToken",
  "POST /personal_access_tokens/:token_id/rotate": "rotatePersonalAccessToken",
  "POST /todos/mark_as_done": "markAllTodosAsDone",
  "POST /todos/:id/mark_as_done": "markTodoAsDone",
  "PUT /projects/:id/transfer": "transferProject",
  "GET /namespaces/:path/exists": "namespaceExists",
  "POST /projects/:id/labels/:label_id/subscribe": "subscribeToProjectLabel",
  "POST /projects/:id/labels/:label_id/unsubscribe": "unsubscribeFromProjectLabel",
  "DELETE /todos": "markAllTodosAsDone",
  "DELETE /todos/:id": "markTodoAsDone",
  "GET /unsubscribe": "confirmUnsubscription",
  "POST /unsubscribe": "unsubscribe",
  "PUT /projects/:id/merge_requests/:merge_request_id/merge": "acceptProjectMergeRequest",
  "PUT /projects/:id/merge_requests/:merge_request_iid/merge": "acceptProjectMergeRequest",
  "GET /projects/:id/merge_requests/:merge_request_id/closes_issues": "listIssuesClosedByProjectMergeRequest",
  "GET /projects/:id/merge_requests/:merge_request_iid/closes_issues": "listIssuesClosedByProjectMergeRequest",
  "GET /projects/:id/issues/:issue_iid/closed_by": "listMergeRequestsClosingProjectIssue",
  "GET /projects/:id/pipelines/latest": "getLatestProjectPipeline",
  "PUT /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id":
    "resolveProjectMergeRequestDiscussion",
  "PUT /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id":
    "resolveProjectMergeRequestDiscussion",
  "POST /projects/:id/issues/:issue_iid/subscribe": "subscribeToProjectIssue",
  "POST /projects/:id/issues/:issue_iid/unsubscribe": "unsubscribeFromProjectIssue",
  "POST /projects/:id/merge_requests/:merge_request_iid/subscribe": "subscribeToProjectMergeRequest",
  "POST /projects/:id/merge_requests/:merge_request_iid/unsubscribe": "unsubscribeFromProjectMergeRequest",
  "DELETE /projects/:id/repository/merged_branches": "deleteProjectMergedBranches",
  "GET /projects/:id/releases/permalink/latest": "getLatestProjectRelease",
  "GET /projects/:id/releases/permalink/latest/:suffix_path{.+}": "getBelowLatestProjectRelease",
  "GET /projects/:id/uploads/:upload_id": "getProjectUploadById",
  "DELETE /projects/:id/uploads/:upload_id": "deleteProjectUploadById",
  "GET /projects/:id/repository/compare": "compareProjectRevisions",
  "GET /projects/:id/repository/blobs/:sha{.+}": "getProjectRawFile",
  "GET /projects/:id/repository/commits/:sha{.+}/diff": "getProjectCommitDiff",
  "GET /projects/:id/repository/files": "getProjectFile",
  "POST /projects/:id/statuses/:sha{.+}": "createProjectCommitStatus",
};

/** Last words of paths that say what is done. What follows the first word is its object: `rotate` a hook's `secret`. */
const actions: ReadonlySet<string> = new Set(
  `add_spent_time approve archive block cherry_pick merge move protect rebase redeliver resend reset_spent_time
  reset_time_estimate revert rotate_secret share star test unapprove unarchive unblock unprotect unstar`.split(/\s+/),
);
const cancelsMerge = /^cancel_merge_when_(build|pipeline)_succeeds$/;

/** Words of paths that name no record. */
const folders: ReadonlySet<string> = new Set(["repository", "services"]);

const writing = { POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" } as const;

/** @param isList true if the response is a list */
export function operationIdOf({ method, path }: Route, isList: boolean): string {
  const known = named[`${method} ${path}`];
  if (known !== undefined) return known;
  const segments = path.split("/").slice(1);
  const words = segments.filter((segment) => !isParam(segment) && !folders.has(segment));
  const last = segments.findLast((segment) => !isParam(segment)) ?? "";
  // A literal that no parameter follows is a collection, and one record of it is created.
  const isCollection = segments.at(-1) === last;
  const nouns = words.map((word) => (path.startsWith("/hooks") && word === "hooks" ? "system_hooks" : word));
  const owners = nouns.slice(0, -1).map(singular);
  if (method !== "GET" && cancelsMerge.test(last)) return camelCase(["cancel", "automatic_merge_of", ...owners]);
  if (method !== "GET" && actions.has(last)) {
    const [verb = "", ...object] = last === "cherry_pick" ? [last] : last.split("_");
    return camelCase([verb, ...owners, ...object]);
  }
  const noun = nouns.at(-1) ?? "";
  if (method === "GET")
    return camelCase(isList ? ["list", ...owners, noun] : ["get", ...owners, isCollection ? noun : singular(noun)]);
  return camelCase([writing[method], ...owners, singular(noun)]);
}

export const isParam = (segment: string): boolean => segment.startsWith(":");

/** `createProjectIssue` becomes `Create project issue`. */
export function summaryOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of an alias, by what differs from the route it repeats: `blockUserViaPost`. */
export function aliasIdOf(route: Route, original: Route, operationId: string): string {
  const others = new Set(original.path.split("/"));
  const isShorter = route.method === original.method && original.path.startsWith(route.path);
  // What the original has in its path is in the query then.
  const differing = isShorter ? "query" : route.path.split("/").find((segment) => !others.has(segment));
  const ways = [
    ...(route.method === original.method ? [] : [route.method.toLowerCase()]),
    ...(differing === undefined ? [] : [differing]),
  ];
  return camelCase([operationId, "via", ...ways], false);
}

/** The name of a tag: `merge-requests` becomes `Merge requests`. */
export const tagOf = (resource: string): string => summaryOf(resource.replaceAll("-", " "));

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ch|ss|us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("_stats") ? word.slice(0, -1) : word;
}

/** Words with underscores, dashes and dots, as one name. */
function camelCase(words: readonly string[], lowersFirst = true): string {
  const parts = words.flatMap((word, at) => (at === 0 && !lowersFirst ? [word] : word.split(/[_.-]/)));
  return parts.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join("");
}
