// GET /-/admin: how much the server holds, and whether it is in order.
import { getVersion } from "../../api/v3/server/get-version.ts";
import { findInstanceStatistics } from "../../db/queries/server/instance-statistics.ts";
import { NEWEST_MIGRATION } from "../../db/queries/server/migrations.ts";
import { checkReadiness, type MigrationState } from "../../services/server/check-readiness.ts";
import { sizeText } from "../components/size-text.ts";
import { serverPlace } from "../owner-place.tsx";
import type { Page } from "../page.ts";

export const overviewPage: Page = async (visit) => {
  const { db, couriers, viewer } = visit.base;
  const [frame, [[statistics]], { checks }, { version }] = await Promise.all([
    serverPlace.frame(visit),
    db.batch(findInstanceStatistics(viewer)),
    checkReadiness(db, couriers),
    visit.api.call(getVersion, {}),
  ]);
  // The statement selects from the CTE `viewer`, which always has one row.
  if (statistics === undefined) throw new Error("The statement of the statistics returned no row.");
  const { open_issues, closed_issues, open_merge_requests, merged_merge_requests, closed_merge_requests } = statistics;
  const facts: [string, string][] = [
    ["Users", `${statistics.active_users} active, ${statistics.blocked_users} blocked`],
    ["Groups", String(statistics.groups)],
    ["Projects", `${statistics.projects}, and ${statistics.archived_projects} archived`],
    ["Issues", `${open_issues} open, ${closed_issues} closed`],
    ["Merge requests", `${open_merge_requests} open, ${merged_merge_requests} merged, ${closed_merge_requests} closed`],
    ["Repositories", sizeText(statistics.repository_size)],
  ];
  const states: [string, string][] = [
    ["API", `v3, as of GitLab ${version}`],
    ["Database", checks.database],
    ["Migrations", migrationText[checks.migrations]],
    ["Durable Objects", checks.durable_objects],
  ];
  return frame(
    "Overview",
    <section>
      <h1>Overview</h1>
      <Facts facts={facts} />
      <h2>State</h2>
      <Facts facts={states} />
    </section>,
  );
};

const migrationText: Record<MigrationState, string> = {
  ok: `ok: ${NEWEST_MIGRATION} is the newest`,
  pending: `pending: this version needs ${NEWEST_MIGRATION}`,
  ahead: `ahead of this version, which needs ${NEWEST_MIGRATION}`,
  unknown: "unknown",
};

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);
