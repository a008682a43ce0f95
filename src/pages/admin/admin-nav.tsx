// Links between the pages of administration, and who may see them.
import { getCurrentUser } from "../../api/v3/users/get-current-user.ts";
import { unknownRoute } from "../../http/errors.ts";
import { TabNav } from "../components/tab-nav.tsx";
import type { Action, Page } from "../page.ts";
import type { Visit } from "../visit.ts";

const links = [
  { text: "Overview", href: "/-/admin" },
  { text: "Users", href: "/-/admin/users" },
  { text: "Projects", href: "/-/admin/projects" },
  { text: "Groups", href: "/-/admin/groups" },
  { text: "System hooks", href: "/-/admin/hooks" },
  { text: "Audit events", href: "/-/admin/audit_events" },
];

/** Pages below a link belong to it. */
export const AdminNav = ({ visit: { url } }: { visit: Visit }) => {
  const current = links.findLast(({ href }) => `${url.pathname}/`.startsWith(`${href}/`))?.href;
  return <TabNav label="Administration" current={current} tabs={links} />;
};

/** For other users than administrators, the pages do not exist. Costs no round trip of its own. */
export const forAdmins =
  (page: Page): Page =>
  async (visit) => {
    const [admitted, shown] = await Promise.allSettled([requireAdmin(visit), page(visit)]);
    if (admitted.status === "rejected") throw admitted.reason;
    if (shown.status === "rejected") throw shown.reason;
    return shown.value;
  };

/** As {@link forAdmins}. Nothing is done before the visitor is known to be an administrator. */
export const actionForAdmins = ({ submit, form }: Action): Action => ({
  async submit(visit) {
    await requireAdmin(visit);
    return submit(visit);
  },
  form: forAdmins(form),
});

async function requireAdmin(visit: Visit): Promise<void> {
  const { is_admin } = await visit.api.call(getCurrentUser, {});
  if (!is_admin) throw unknownRoute();
}
