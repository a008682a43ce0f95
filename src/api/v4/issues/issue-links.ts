// GET, POST /projects/:id/issues/:issue_iid/links, GET, DELETE of one
import { findIssue } from "../../../db/queries/issues/issues.ts";
import { findLinkedIssues } from "../../../db/queries/issues/links.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { type IdOrPath, idOrPath, integer, oneOf } from "../../../http/coerce.ts";
import { badRequest, conflict, forbidden, notFound, recordNotFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { isMember } from "../../../permissions/abilities.ts";
import { linkIssues, unlinkIssue } from "../../../services/issues/links.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { allMissing, issueKind } from "../../issuables.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { all, one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { issuableIid, issueParams } from "../issuable-params.ts";
import { presentIssueLink, presentLinkedIssue } from "../presenters/issue-link.ts";

const linkParams = { ...issueParams, issue_link_id: required(integer) };

type IssueCall = Call<typeof issueParams>;

const nameOf = ({ params }: IssueCall) => issuableName(params.id, params.issue_id);

export const listLinks = endpoint({
  access: issueKind.read,
  params: issueParams,
  response: all(presentLinkedIssue),
  async handle(call) {
    const linked = findLinkedIssues(call.viewer, nameOf(call));
    const { rows } = await issueKind.find(call, call.params.issue_id, allMissing(recordNotFound), linked);
    return rows[0].map((row) => presentLinkedIssue(row, call));
  },
});

const findNamed = (call: IssueCall, project: IdOrPath, issue: IssueCall["params"]["issue_id"]) =>
  findIssue(call.viewer, projectKey(project), issuableName(project, issue), true);

/** @throws ApiError 404 also if the viewer may not see the other issue */
async function withLink(call: Call<typeof linkParams>) {
  const { id, issue_id, issue_link_id } = call.params;
  const linked = findLinkedIssues(call.viewer, nameOf(call), issue_link_id ?? 0);
  const { viewerRow: issue, rows } = await withViewerRow(call, findNamed(call, id, issue_id), linked);
  const actor = admitUser(call, issue);
  if (issue.project_id === null) throw notFound("Project");
  const [[other]] = rows;
  if (issue.id === null || other === undefined) throw recordNotFound();
  const [source, target] = other.is_source ? [other, issue] : [issue, other];
  return { actor, issue, link: { id: other.link_id, source, target } };
}

export const getLink = endpoint({
  access: issueKind.read,
  params: linkParams,
  response: one(presentIssueLink),
  async handle(call) {
    const { link } = await withLink(call);
    return presentIssueLink(link, call);
  },
});

/** Members of both projects link issues. */
export const createLink = endpoint({
  access: issueKind.read,
  params: {
    ...issueParams,
    target_project_id: required(idOrPath),
    target_issue_iid: required(issuableIid),
    link_type: optional(oneOf("relates_to")),
  },
  response: one(presentIssueLink, 409),
  async handle(call) {
    const { id, issue_id, target_project_id, target_issue_iid } = call.params;
    const { viewerRow: source, rows } = await withViewerRow(
      call,
      findNamed(call, id, issue_id),
      findNamed(call, target_project_id, target_issue_iid),
    );
    const actor = admitUser(call, source);
    const [[target]] = rows;
    if (source.project_id === null || target === undefined || target.project_id === null) throw notFound("Project");
    if (source.id === null || target.id === null) throw recordNotFound();
    if (!isMember(actor, source.access_level) || !isMember(actor, target.access_level)) throw forbidden();
    if (source.id === target.id) throw badRequest("An issue cannot be related to itself");
    return respond(await linkIssues(verbContext(call, actor), source, target), {
      linked: ({ id }) => presentIssueLink({ id, source, target }, call),
      linked_before: () => conflict("Issue(s) already assigned"),
      full: () => badRequest("An issue has at most 100 links"),
      gone: recordNotFound,
    });
  },
});

export const deleteLink = endpoint({
  access: issueKind.read,
  params: linkParams,
  response: one(presentIssueLink),
  async handle(call) {
    const { actor, issue, link } = await withLink(call);
    if (!isMember(actor, issue.access_level)) throw forbidden();
    await unlinkIssue(verbContext(call, actor), issue, link.id);
    return presentIssueLink(link, call);
  },
});
