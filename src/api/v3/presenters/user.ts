// Users, in the five shapes of the API.

import type { MemberRow } from "../../../db/queries/members/members.ts";
import type { UserRow } from "../../../db/queries/users/row.ts";

export interface UserProfile {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
}

/** The basic shape: whoever appears in somebody else's list. */
export const presentUserBasic = ({ id, username, name, state }: UserProfile, baseUrl: string) => ({
  name,
  username,
  id,
  state,
  avatar_url: null,
  web_url: `${baseUrl}/${username}`,
});

/** The extended shape, which merge requests have. */
export const presentUserExtended = (user: UserProfile & { readonly email: string; readonly created_at: string }) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  state: user.state,
  created_at: user.created_at,
});

/** A profile as other users see it: no e-mail. */
export const presentUserFull = (user: UserRow, baseUrl: string) => ({
  ...presentUserBasic(user, baseUrl),
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

/** What GitLab calls UserPublic, though it is for the user and administrators only. Nobody signs in with a password. */
export const presentUserPublic = (user: UserRow, baseUrl: string) => ({
  ...presentUserFull(user, baseUrl),
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

export const presentMember = (member: MemberRow, baseUrl: string) => ({
  ...presentUserBasic(member, baseUrl),
  access_level: member.access_level,
  expires_at: member.expires_at,
});
