// Links between the pages of the signed-in user.
import type { Child } from "hono/jsx";
import { TabNav } from "../components/tab-nav.tsx";
import type { View } from "../page.ts";
import type { Visit } from "../visit.ts";

const links = [
  ["Profile", "/-/profile"],
  ["Access tokens", "/-/profile/personal_access_tokens"],
  ["Sessions", "/-/profile/sessions"],
  ["Notification settings", "/-/profile/notifications"],
  ["Notifications", "/-/notifications"],
] as const;

/** @param title also the page's heading */
export const profileView = ({ url }: Visit, title: string, content: Child): View => ({
  title,
  content: (
    <>
      <TabNav label="Profile" current={url.pathname} links={links} />
      <section>
        <h1>{title}</h1>
        {content}
      </section>
    </>
  ),
});
