// Users, in the five shapes of the API.
import type { MemberRow } from "../../../db/queries/members/members.ts";
import type { UserRow } from "../../../db/queries/users/row.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { personIn, type UserProfile } from "../../presenters/people.ts";

/** The basic shape: users inside other records. */
export const presentUserBasic = ({ id, username, name, state }: UserProfile, context: PresenterContext) => ({
  name,
  username,
  id,
  state,
  avatar_url: null,
  web_url: joined("/", context.baseUrl, username),
});

/** A user who may be missing: a deleted one. */
export const presentUserIfAny = (user: UserProfile | null, context: PresenterContext) =>
  user && presentUserBasic(user, context);

export interface AuthorColumns {
  readonly author_id: number;
  readonly author_username: string;
  readonly author_name: string;
  readonly author_state: string;
}

/** The author of a row, in the basic shape. */
export const presentAuthor = (row: AuthorColumns, context: PresenterContext) =>
  presentUserBasic(
    { id: row.author_id, username: row.author_username, name: row.author_name, state: row.author_state },
    context,
  );

export interface AssigneeColumns {
  readonly assignee_id: number | null;
  readonly assignee_username: string | null;
  readonly assignee_name: string | null;
  readonly assignee_state: string | null;
}

/** The assignee of a row, in the basic shape; null if there is none. */
export const presentAssignee = (row: AssigneeColumns, context: PresenterContext) =>
  presentUserIfAny(personIn(row, "assignee"), context);

/** The extended shape: author and assignee of a merge request. */
export const presentUserExtended = (user: UserProfile & { readonly email: string; readonly created_at: string }) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  state: user.state,
  created_at: user.created_at,
});

/** The profile that other users see: without the e-mail address. */
export const presentUserFull = (user: UserRow, context: PresenterContext) => ({
  ...presentUserBasic(user, context),
  created_at: user.created_at,
  is_admin: user.admin === 1,
  bio: user.bio,
  location: user.location,
  skype: user.skype,
  linkedin: user.linkedin,
  twitter: user.twitter,
  website_url: user.website_url,
  organization: user.organization,
});

/** GitLab's UserPublic, which only the user and administrators see. There is no sign-in by password. */
export const presentUserPublic = (user: UserRow, context: PresenterContext) => ({
  ...presentUserFull(user, context),
  last_sign_in_at: null,
  confirmed_at: user.created_at,
  email: user.email,
  theme_id: 2,
  color_scheme_id: 1,
  projects_limit: user.projects_limit,
  current_sign_in_at: null,
  identities: [],
  can_create_group: user.can_create_group === 1,
  can_create_project: user.projects_limit > 0,
  two_factor_enabled: false,
  external: user.external === 1,
});

export const presentMember = (member: MemberRow, context: PresenterContext) => ({
  ...presentUserBasic(member, context),
  access_level: member.access_level,
  expires_at: member.expires_at,
});

/** In place of a membership that did not exist. @param id that of the user */
export const presentRevoked = (id: number) => ({ message: "Access revoked", id });
