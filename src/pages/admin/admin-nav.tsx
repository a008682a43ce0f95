// Links between the pages of administration, and who may see them.
import { getCurrentUser } from "../../api/v3/users/get-current-user.ts";
import { ApiError, unknownRoute } from "../../http/errors.ts";
import { TabNav } from "../components/tab-nav.tsx";
import type { Action, Page } from "../page.ts";
import type { Visit } from "../visit.ts";

const links = [
  ["Overview", "/-/admin"],
  ["Users", "/-/admin/users"],
  ["Projects", "/-/admin/projects"],
  ["Groups", "/-/admin/groups"],
  ["System hooks", "/-/admin/hooks"],
  ["Audit events", "/-/admin/audit_events"],
] as const;

/** Pages below a link belong to it. */
export const AdminNav = ({ visit: { url } }: { visit: Visit }) => {
  const current = links.findLast(([, path]) => `${url.pathname}/`.startsWith(`${path}/`))?.[1] ?? "";
  return <TabNav label="Administration" current={current} links={links} />;
};

/** For other users than administrators, the pages do not exist. */
export const forAdmins =
  (page: Page): Page =>
  async (visit) => {
    try {
      return await page(visit);
    } catch (error) {
      throw await hidden(visit, error);
    }
  };

export const actionForAdmins = ({ submit, form }: Action): Action => ({
  async submit(visit) {
    try {
      return await submit(visit);
    } catch (error) {
      throw await hidden(visit, error);
    }
  },
  form: forAdmins(form),
});

/** Administrators see the API's refusals. Others are refused by 403, or before it by 400 or 422. */
async function hidden(visit: Visit, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status === 401 || error.status === 404) return error;
  const { is_admin } = await visit.api.call(getCurrentUser, {});
  return is_admin ? error : unknownRoute();
}
