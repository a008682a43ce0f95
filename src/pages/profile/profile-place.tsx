// Links between the pages of the signed-in user.
import type { Child } from "hono/jsx";
import { TabNav } from "../components/tab-nav.tsx";
import type { View } from "../page.ts";
import type { Visit } from "../visit.ts";

const links = [
  { text: "Profile", href: "/-/profile" },
  { text: "Access tokens", href: "/-/profile/personal_access_tokens" },
  { text: "Sessions", href: "/-/profile/sessions" },
  { text: "Notification settings", href: "/-/profile/notifications" },
  { text: "Notifications", href: "/-/notifications" },
];

/** @param title also the page's heading */
export const profileView = ({ url }: Visit, title: string, content: Child): View => ({
  title,
  content: (
    <>
      <TabNav label="Profile" current={url.pathname} tabs={links} />
      <section>
        <h1>{title}</h1>
        {content}
      </section>
    </>
  ),
});
