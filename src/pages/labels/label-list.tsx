// GET /:namespace/:project/labels: the labels of a project, with the issues and merge requests that have them.

import { listLabels } from "../../api/v3/labels/list-labels.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { counted, Empty, Label, Pages } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

const PER_PAGE = 50;

/** A label, as the API shows it. */
export interface ShownLabel {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
  readonly open_issues_count: number;
  readonly closed_issues_count: number;
  readonly open_merge_requests_count: number;
  readonly priority: number | null;
  readonly subscribed: boolean;
}

export const labelListPage: Page = async (visit) => {
  const [labels, project] = await Promise.all([visit.api.call(listLabels, { id: visit.projectPath }), visit.project()]);
  const canManage = canOnProject(project, "admin_label", project.access_level);
  const base = visitedProjectUrl(visit);
  // The API's list has no pages.
  const page = Math.max(1, Math.trunc(Number(visit.queryText("page"))) || 1);
  const rows = labels.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return {
    title: `Labels of ${visit.projectPath}`,
    project,
    tab: "issues",
    content: (
      <section>
        <div class="heading">
          <h1>Labels</h1>
          {canManage && (
            <a class="button primary" href={`${base}/labels/new`}>
              New label
            </a>
          )}
        </div>
        {rows.length === 0 ? (
          <Empty>There are no labels here.</Empty>
        ) : (
          <ul class="list">
            {rows.map((label) => (
              <Row visit={visit} base={base} label={label} canManage={canManage} />
            ))}
          </ul>
        )}
        <Pages visit={visit} listed={{ rows, page, total: labels.length, hasNext: page * PER_PAGE < labels.length }} />
      </section>
    ),
  };
};

interface RowProps {
  readonly visit: Visit;
  readonly base: string;
  readonly label: ShownLabel;
  readonly canManage: boolean;
}

const Row = ({ visit, base, label, canManage }: RowProps) => {
  const query = new URLSearchParams({ labels: label.name });
  const at = `${base}/labels/${label.id}`;
  return (
    <li class="heading">
      <div>
        <Label title={label.name} color={label.color} href={`${base}/issues?${query}`} />
        {label.description && <p class="text">{label.description}</p>}
        <p class="meta">
          <a href={`${base}/issues?${query}`}>{counted(label.open_issues_count, "open issue")}</a>
          <a href={`${base}/issues?${query}&state=closed`}>{label.closed_issues_count} closed</a>
          <span>{counted(label.open_merge_requests_count, "open merge request")}</span>
          {label.priority !== null && <span>Priority {label.priority}</span>}
        </p>
      </div>
      <div class="actions">
        <ActionButton visit={visit} action={`${at}/subscription`} fields={{ subscribed: String(!label.subscribed) }}>
          {label.subscribed ? "Unsubscribe" : "Subscribe"}
        </ActionButton>
        {canManage && (
          <a class="button" href={`${at}/edit`} aria-label={`Edit ${label.name}`}>
            Edit
          </a>
        )}
      </div>
    </li>
  );
};
