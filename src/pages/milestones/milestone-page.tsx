// GET /:namespace/:project/milestones/:iid: a milestone with its progress, and what it contains.

import { listMilestones } from "../../api/v3/milestones/list-milestones.ts";
import { listMilestoneContents, type MilestoneContentRow, MOST_LISTED } from "../../db/queries/milestones/contents.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { IssuableType } from "../../db/schema/issuables.ts";
import { notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { counted, Empty, State, UserLink } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { iidOf } from "../issuables/kinds.ts";
import { renderingOf, Text } from "../issuables/text.tsx";
import type { Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { Dates } from "./milestone-list.tsx";

/** The milestone of the path and its project. @throws ApiError 404 */
export async function readMilestone(visit: Visit) {
  const [{ rows }, project] = await Promise.all([
    visit.api.list(listMilestones, { id: visit.projectPath, iid: iidOf(visit).value }),
    visit.project(),
  ]);
  const [milestone] = rows;
  if (milestone === undefined) throw notFound("Milestone");
  return { milestone, project };
}

export type ShownMilestone = Awaited<ReturnType<typeof readMilestone>>["milestone"];

export const milestonePage: Page = async (visit) => {
  const { db, viewer } = visit.base;
  const key = projectKey({ id: null, path: visit.projectPath });
  const [{ milestone, project }, [contents]] = await Promise.all([
    readMilestone(visit),
    db.batch(listMilestoneContents(viewer, key, iidOf(visit).value)),
  ]);
  const base = visitedProjectUrl(visit);
  const canManage = canOnProject(project, "admin_milestone", project.access_level);
  return {
    title: `Milestone ${milestone.title}`,
    project,
    tab: "issues",
    content: (
      <section>
        <Head visit={visit} milestone={milestone} at={`${base}/milestones/${milestone.iid}`} canManage={canManage} />
        {milestone.description && (
          <section class="box" aria-label="Description">
            <Text source={milestone.description} rendering={await renderingOf(visit, [milestone.description])} />
          </section>
        )}
        <Contents base={base} type="Issue" rows={contents} title={milestone.title} />
        <Contents base={base} type="MergeRequest" rows={contents} title={milestone.title} />
      </section>
    ),
  };
};

interface HeadProps {
  readonly visit: Visit;
  readonly milestone: ShownMilestone;
  readonly at: string;
  readonly canManage: boolean;
}

const Head = ({ visit, milestone, at, canManage }: HeadProps) => (
  <header>
    <div class="heading">
      <h1>{milestone.title}</h1>
      {canManage && (
        <div class="actions">
          <a class="button" href={`${at}/edit`}>
            Edit
          </a>
          <ActionButton
            visit={visit}
            action={`${at}/state`}
            fields={{ id: String(milestone.id), state_event: milestone.state === "active" ? "close" : "activate" }}
          >
            {milestone.state === "active" ? "Close milestone" : "Reopen milestone"}
          </ActionButton>
        </div>
      )}
    </div>
    <p class="meta">
      <State state={milestone.state} />
      <Dates milestone={milestone} />
    </p>
  </header>
);

interface ContentsProps {
  readonly base: string;
  readonly type: IssuableType;
  readonly rows: readonly MilestoneContentRow[];
  /** Of the milestone. */
  readonly title: string;
}

const isDone = (state: string): boolean => state === "closed" || state === "merged";

const Contents = ({ base, type, rows, title }: ContentsProps) => {
  const found = rows.filter((row) => row.type === type);
  if (type === "MergeRequest" && found.length === 0) return null;
  const counts = [...new Map(found.map(({ state, count }) => [state, count]))];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const done = counts.reduce((sum, [state, count]) => sum + (isDone(state) ? count : 0), 0);
  const [heading, segment] = type === "Issue" ? ["Issues", "issues"] : ["Merge requests", "merge_requests"];
  return (
    <section aria-labelledby={segment}>
      <h2 id={segment}>{heading}</h2>
      {total === 0 ? (
        <Empty>There are none in this milestone yet.</Empty>
      ) : (
        <>
          <p>
            <progress max={total} value={done} aria-label={`${heading} done`} /> {done} of {total} done (
            {counts.map(([state, count]) => `${count} ${state}`).join(", ")})
          </p>
          <ul class="list">
            {found.slice(0, MOST_LISTED).map((row) => (
              <Row row={row} href={`${base}/${segment}/${row.iid}`} />
            ))}
          </ul>
        </>
      )}
      {type === "Issue" && total > MOST_LISTED && (
        <p>
          <a href={`${base}/issues?${new URLSearchParams({ milestone: title, state: "all" })}`}>
            All {counted(total, "issue")}
          </a>
        </p>
      )}
    </section>
  );
};

const Row = ({ row, href }: { row: MilestoneContentRow; href: string }) => (
  <li>
    <a class="main" href={href}>
      {row.title}
    </a>
    {row.confidential === 1 && <span class="badge">Confidential</span>}
    <p class="meta">
      <span>
        {row.type === "Issue" ? "#" : "!"}
        {row.iid}
      </span>
      <State state={row.state} />
      {row.assignee_username !== null && row.assignee_name !== null && (
        <span>
          Assigned to <UserLink user={{ username: row.assignee_username, name: row.assignee_name }} />
        </span>
      )}
    </p>
  </li>
);
