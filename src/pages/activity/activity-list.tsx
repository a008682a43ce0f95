// Who did what to what, and when: entries of an activity stream, as a list.
import type { ActivityRow } from "../../db/queries/events/activity.ts";
import { Empty, Time, UserLink } from "../components/basics.tsx";
import { describeActivity } from "./describe.ts";

interface Props {
  readonly entries: readonly ActivityRow[];
  readonly now: string;
}

export const ActivityList = ({ entries, now }: Props) =>
  entries.length === 0 ? (
    <Empty>There is no activity yet.</Empty>
  ) : (
    <ul class="list">
      {entries.map((entry) => (
        <Entry entry={entry} now={now} />
      ))}
    </ul>
  );

const Entry = ({ entry, now }: { entry: ActivityRow; now: string }) => {
  const { action, target, project, compare, excerpt } = describeActivity(entry);
  return (
    <li>
      <UserLink user={{ username: entry.author_username, name: entry.author_name }} /> {action}{" "}
      {target && <Linked {...target} />} {target && project && "at "}
      {project && <Linked {...project} />}
      {excerpt && <p class="text">{excerpt}</p>}
      <p class="meta">
        <Time now={now} time={entry.created_at} />
        {compare && (
          <span class="mono">
            <Linked {...compare} />
          </span>
        )}
      </p>
    </li>
  );
};

const Linked = ({ text, href }: { text: string; href: string | null }) =>
  href === null ? <strong>{text}</strong> : <a href={href}>{text}</a>;
