// Commits as a list, grouped by day.
import type { presentCommit } from "../../api/v3/presenters/commit.ts";
import { Time } from "../components/basics.tsx";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";

export type PresentedCommit = ReturnType<typeof presentCommit>;

interface Props {
  readonly project: VisitedProject;
  /** In the order in which they are shown. */
  readonly commits: readonly PresentedCommit[];
  readonly now: string;
}

export const CommitList = ({ project, commits, now }: Props) =>
  byDay(commits).map(([day, ofDay]) => (
    <section>
      <h2>
        <time datetime={day}>{dayText(day)}</time>
      </h2>
      <ul class="list">
        {ofDay.map((commit) => (
          <li>
            <a class="main" href={commitUrl(project, commit.id)}>
              {commit.title}
            </a>
            <p class="meta">
              <span>{commit.author_name}</span>
              <Time now={now} time={commit.committed_date} />
              <a class="mono" href={commitUrl(project, commit.id)} aria-label={`Commit ${commit.short_id}`}>
                {commit.short_id}
              </a>
              {commit.parent_ids.length > 1 && <span>Merge</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  ));

export const commitUrl = (project: VisitedProject, id: string): string => `${projectUrl(project)}/commit/${id}`;

/** Runs of commits of the same day, in UTC. */
export function byDay(commits: readonly PresentedCommit[]): [day: string, PresentedCommit[]][] {
  const days: [string, PresentedCommit[]][] = [];
  for (const commit of commits) {
    const day = new Date(commit.committed_date).toISOString().slice(0, 10);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(commit);
    else days.push([day, [commit]]);
  }
  return days;
}

/** @param day `2016-07-26` */
const dayText = (day: string): string =>
  new Date(day).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
