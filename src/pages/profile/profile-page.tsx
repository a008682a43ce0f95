// GET /-/profile: the signed-in user, as administrators have registered them.
import { getCurrentUser } from "../../api/v3/users/get-current-user.ts";
import type { Page } from "../page.ts";
import { userUrl } from "../paths.ts";
import { profileView } from "./profile-place.tsx";

export const profilePage: Page = async (visit) => {
  const user = await visit.api.call(getCurrentUser, {});
  const facts: [string, string | null][] = [
    ["Name", user.name],
    ["E-mail", user.email],
    ["Kind of account", user.is_admin ? "Administrator" : user.external ? "External user" : "User"],
    ["Projects of your own", `at most ${user.projects_limit}`],
    ["Groups", user.can_create_group ? "You may create groups" : "You may not create groups"],
    ["Organization", user.organization],
    ["Location", user.location],
    ["Website", user.website_url],
    ["About you", user.bio],
    ["Member since", user.created_at.slice(0, 10)],
  ];
  return profileView(
    visit,
    "Your profile",
    <>
      <p>
        <a href={userUrl(user.username)}>@{user.username}</a>, as others see you. Only administrators can change what is
        below.
      </p>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== null && value !== "")
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
      </dl>
    </>,
  );
};
