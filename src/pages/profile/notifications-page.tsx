// GET /-/notifications, and the actions that mark notifications as read
import { listNotifications } from "../../api/v3/notifications/list-notifications.ts";
import { markAllRead, markRead } from "../../api/v3/notifications/mark-read.ts";
import { Empty, Pages, Time, UserLink } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { TabNav } from "../components/tab-nav.tsx";
import type { Action, Page } from "../page.ts";
import { pathOfUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { profileView } from "./profile-place.tsx";

const url = "/-/notifications";
const allUrl = `${url}?all=true`;

export const notificationsPage: Page = async (visit) => {
  const isAll = visit.queryText("all") !== undefined;
  const listed = await visit.api.list(listNotifications, {
    unread: isAll ? undefined : true,
    page: visit.queryText("page"),
  });
  return profileView(
    visit,
    "Notifications",
    <>
      <div class="heading">
        <TabNav
          label="Which"
          current={isAll ? allUrl : url}
          tabs={[
            { text: "Unread", href: url },
            { text: "All", href: allUrl },
          ]}
        />
        {listed.rows.some(({ unread }) => unread) && (
          <ActionButton visit={visit} action={`${url}/read`}>
            Mark all as read
          </ActionButton>
        )}
      </div>
      {listed.rows.length === 0 ? (
        <Empty>{isAll ? "You have not been notified of anything." : "You have read everything."}</Empty>
      ) : (
        <ul class="list">
          {listed.rows.map((notification) => (
            <Item visit={visit} notification={notification} />
          ))}
        </ul>
      )}
      <Pages visit={visit} listed={listed} />
    </>,
  );
};

interface ShownNotification {
  readonly id: number;
  readonly project: { readonly path_with_namespace: string };
  readonly author: { readonly username: string; readonly name: string };
  readonly action: string;
  readonly reason: string;
  readonly target_type: string;
  readonly target: { readonly iid: number; readonly title: string };
  readonly target_url: string;
  readonly unread: boolean;
  readonly created_at: string;
}

const Item = ({ visit, notification }: { visit: Visit; notification: ShownNotification }) => {
  const { id, project, author, action, reason, target_type, target, target_url, unread, created_at } = notification;
  return (
    <li class="heading">
      <div>
        <a class="main" href={pathOfUrl(target_url)}>
          {target.title}
        </a>
        <p class="meta">
          <span>
            {project.path_with_namespace}
            {target_type === "Issue" ? "#" : "!"}
            {target.iid}
          </span>
          <span>
            <UserLink user={author} /> {action} <Time now={visit.base.now} time={created_at} />
          </span>
          <span>{reason.replaceAll("_", " ")}</span>
        </p>
      </div>
      {unread && (
        <ActionButton visit={visit} action={`${url}/${id}/read`}>
          Mark as read
        </ActionButton>
      )}
    </li>
  );
};

export const readNotification: Action = {
  async submit(visit) {
    await visit.api.call(markRead, { id: visit.param("notification") });
    return visit.redirect(url);
  },
  form: notificationsPage,
};

export const readAllNotifications: Action = {
  async submit(visit) {
    await visit.api.call(markAllRead, {});
    return redirectWith(visit, "All notifications were marked as read.", url);
  },
  form: notificationsPage,
};
