// GET /:username: the profile of a user. The path of a group leads to the group.
import { findGroup } from "../../db/queries/groups/groups.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import type { UserRow } from "../../db/queries/users/row.ts";
import { findUserByUsername } from "../../db/queries/users/users.ts";
import { notFound } from "../../http/errors.ts";
import { ActivityList } from "../activity/activity-list.tsx";
import { userActivity } from "../activity/streams.ts";
import { Empty, excerptOf, Pages, State } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import type { Page } from "../page.ts";
import { groupUrl, userUrl } from "../paths.ts";
import { listUserProjects } from "./user-projects.ts";

export const profilePage: Page = async (visit) => {
  const { api, base } = visit;
  const username = visit.param("username");
  const [projects, activity, [[user], [group]]] = await Promise.all([
    api.list(listUserProjects, { username, page: visit.queryText("page"), order_by: "last_activity_at" }),
    api.list(userActivity, { username, per_page: 10 }),
    base.db.batch(findUserByUsername(username), findGroup(base.viewer, groupKey({ id: null, path: username }))),
  ]);
  if (group !== undefined && group.id !== null) return visit.redirect(groupUrl(group));
  if (user === undefined) throw notFound("User");
  const feed = `${userUrl(user.username)}.atom`;
  return {
    title: user.name,
    feed,
    content: (
      <>
        <h1>
          {user.name} <small>@{user.username}</small>
        </h1>
        <Facts user={user} />
        <h2>Projects</h2>
        {projects.rows.length === 0 ? (
          <Empty>There are no projects to show.</Empty>
        ) : (
          <ProjectList projects={projects.rows} now={base.now} />
        )}
        <Pages visit={visit} listed={projects} />
        <div class="heading">
          <h2>Activity</h2>
          <a href={feed}>Atom feed</a>
        </div>
        <ActivityList entries={activity.rows} now={base.now} />
      </>
    ),
  };
};

const Facts = ({ user }: { user: UserRow }) => (
  <>
    {user.state !== "active" && <State state={user.state} />}
    {user.bio && <p class="text">{excerptOf(user.bio, 2_000)}</p>}
    <p class="meta">
      {user.location && <span>{user.location}</span>}
      {user.organization && <span>{user.organization}</span>}
      {user.website_url && <Website address={user.website_url} />}
      <span>Since {user.created_at.slice(0, 10)}</span>
    </p>
  </>
);

/** A link only if it is one of the web: the user wrote it. */
const Website = ({ address }: { address: string }) =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? (
    <a href={address} rel="nofollow noreferrer">
      {address}
    </a>
  ) : (
    <span>{address}</span>
  );
