// GET /groups/:group/members and /:namespace/:project/project_members
import { findAccessRequest, listAccessRequests } from "../../db/queries/members/access-requests.ts";
import { findMember, listMembers } from "../../db/queries/members/members.ts";
import { searchText } from "../../http/search.ts";
import type { Listed } from "../api-client.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { SearchForm } from "../components/search-form.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { AddMember } from "./add-member.tsx";
import { keptMember } from "./kept-member.ts";
import { MemberTable } from "./member-table.tsx";
import type { MembersKind, MembersPlace } from "./place.ts";
import { RequestList } from "./request-list.tsx";
import { Shares } from "./shares.tsx";

const PER_PAGE = 50;
/** Requests for access that are shown at once, the others when these are decided. */
const MOST_REQUESTS = 50;

export const membersPage =
  (kind: MembersKind): Page =>
  async (visit) => {
    const place = await kind.find(visit);
    const { source, viewerId, canManage } = place;
    const page = visit.pageNumber;
    const query = searchText(visit.queryText("search"));
    const [members, [size], [own], [pending], requests] = await visit.base.db.batch(
      ...listMembers(source, { query, search_emails: 0, ids: null, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
      findMember(source, viewerId),
      findAccessRequest(source, viewerId),
      ...listAccessRequests(source, canManage ? MOST_REQUESTS : 0, 0),
    );
    const total = size?.total ?? 0;
    const keptId = total > PER_PAGE || query !== null ? place.ownerId : keptMember(place, members);
    const listed: Listed<unknown> = { rows: members, page, total, hasNext: page * PER_PAGE < total };
    return {
      title: `Members · ${place.name}`,
      ...(place.project && { project: place.project, tab: "members" as const }),
      ...(place.group && { group: { group: place.group, tab: "members" as const } }),
      content: (
        <section>
          <h1>Members</h1>
          <Membership
            visit={visit}
            place={place}
            isMember={own !== undefined && viewerId !== keptId}
            isWaiting={pending !== undefined}
          />
          <RequestList visit={visit} place={place} requests={requests} />
          <SearchForm visit={visit} action={place.path} />
          {members.length === 0 ? (
            <Empty>{query === null ? "There are no members here." : "No members match."}</Empty>
          ) : (
            <MemberTable visit={visit} place={place} members={members} keptId={keptId} />
          )}
          <GroupsMembers place={place} />
          <Pages visit={visit} listed={listed} />
          {canManage && <AddMember visit={visit} place={place} />}
          {place.project && <Shares visit={visit} place={place} project={place.project} />}
        </section>
      ),
    };
  };

/** Where those are listed who have access to a project through its group. */
const GroupsMembers = ({ place: { project } }: { place: MembersPlace }) =>
  project === null || project.namespace_owner_id !== null ? null : (
    <p>
      The{" "}
      <a href={`${groupUrl({ path: project.namespace_path })}/members`}>
        members of the group {project.namespace_name}
      </a>{" "}
      have access as well.
    </p>
  );

interface MembershipProps {
  readonly visit: Visit;
  readonly place: MembersPlace;
  /** True for a member who may leave. */
  readonly isMember: boolean;
  readonly isWaiting: boolean;
}

/** What the viewer may do about their own membership. */
const Membership = ({ visit, place, isMember, isWaiting }: MembershipProps) => {
  const { path, viewerId } = place;
  if (isMember) {
    return (
      <ActionButton visit={visit} action={`${path}/${viewerId}/remove`} kind="danger">
        Leave
      </ActionButton>
    );
  }
  if (isWaiting) {
    return (
      <div>
        You have requested access.{" "}
        <ActionButton visit={visit} action={`${path}/${viewerId}/deny`}>
          Withdraw the request
        </ActionButton>
      </div>
    );
  }
  return place.canRequest ? (
    <ActionButton visit={visit} action={`${path}/request`}>
      Request access
    </ActionButton>
  ) : null;
};
