// Users.
import type { UserRow } from "../../../db/queries/users/row.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { personIn, type UserProfile } from "../../presenters/people.ts";

/** The basic shape: users inside other records. */
export const presentUserBasic = ({ id, username, name, state }: UserProfile, { baseUrl }: PresenterContext) => ({
  id,
  username,
  public_email: "",
  name,
  state,
  locked: false,
  avatar_url: null,
  web_url: joined("/", baseUrl, username),
});

/** A user who may be missing: a deleted one. */
export const presentUserIfAny = (user: UserProfile | null, context: PresenterContext) =>
  user && presentUserBasic(user, context);

/** The profile that other users see: without the e-mail address. */
export const presentProfile = (user: UserRow, context: PresenterContext) => ({
  ...presentUserBasic(user, context),
  created_at: user.created_at,
  bio: user.bio ?? "",
  location: user.location ?? "",
  skype: user.skype,
  linkedin: user.linkedin,
  twitter: user.twitter,
  discord: "",
  website_url: user.website_url,
  organization: user.organization ?? "",
  job_title: "",
  pronouns: null,
  bot: false,
  work_information: null,
  followers: 0,
  following: 0,
});

/** What the user and administrators see. There is no sign-in by password. */
export const presentUser = (user: UserRow, context: PresenterContext) => ({
  ...presentProfile(user, context),
  is_admin: user.admin === 1,
  last_sign_in_at: null,
  confirmed_at: user.created_at,
  last_activity_on: null,
  email: user.email,
  commit_email: user.email,
  theme_id: 2,
  color_scheme_id: 1,
  projects_limit: user.projects_limit,
  current_sign_in_at: null,
  identities: [],
  can_create_group: user.can_create_group === 1,
  can_create_project: user.projects_limit > 0,
  two_factor_enabled: false,
  external: user.external === 1,
  private_profile: false,
  shared_runners_minutes_limit: null,
});

/** There is none to set. */
export const presentUserStatus = () => ({
  emoji: null,
  message: null,
  availability: "not_set" as const,
  message_html: "",
  clear_status_at: null,
});

/** The people of an issuable's row. */
interface PeopleRow {
  readonly author_id: number;
  readonly author_username: string;
  readonly author_name: string;
  readonly author_state: string;
  readonly assignee_id: number | null;
  readonly assignee_username: string | null;
  readonly assignee_name: string | null;
  readonly assignee_state: string | null;
}

/** Author and assignee of an issuable. */
export function presentPeople(row: PeopleRow, context: PresenterContext) {
  const assignee = presentUserIfAny(personIn(row, "assignee"), context);
  return {
    assignees: assignee === null ? [] : [assignee],
    assignee,
    author: presentUserBasic(personIn(row, "author"), context),
  };
}

/** @param json a profile as a column has it; null for nobody. Throws if the statement did not select the column */
export function presentProfileIn(json: string | null | undefined, context: PresenterContext) {
  if (json === undefined) throw new Error("The statement selects no details.");
  return json === null ? null : presentUserBasic(profileIn(json), context);
}

const profileIn = (json: string): UserProfile => JSON.parse(json);
