// Rows of lists of issues and of merge requests.
import { counted, Empty, Label, State, Time, UserLink } from "../components/basics.tsx";
import { pathOfUrl } from "../paths.ts";

/** In a row. */
const MOST_LABELS = 20;

/** An issue or a merge request, as the API lists it. */
export interface ListedIssuable {
  readonly iid: number;
  readonly title: string;
  readonly state: string;
  readonly labels: readonly string[];
  readonly author: { readonly username: string; readonly name: string };
  readonly assignee: { readonly username: string; readonly name: string } | null;
  readonly milestone: { readonly title: string } | null;
  readonly user_notes_count: number;
  readonly created_at: string;
  readonly due_date?: string | null;
  readonly confidential?: boolean;
  readonly web_url: string;
  /** These only of merge requests. */
  readonly source_branch?: string;
  readonly target_branch?: string;
  readonly merge_status?: string;
}

interface Props {
  readonly issuables: readonly ListedIssuable[];
  readonly now: string;
  readonly sign: "#" | "!";
  /** By title; undefined where labels of several projects are listed. */
  readonly colours?: ReadonlyMap<string, string>;
  /** Prefixes the project's path. */
  readonly ofSeveralProjects?: boolean;
}

export const IssuableList = ({ issuables, sign, ...props }: Props) =>
  issuables.length === 0 ? (
    <Empty>Nothing matches these filters.</Empty>
  ) : (
    <ul class="list">
      {issuables.map((one) => (
        <Row one={one} sign={sign} {...props} />
      ))}
    </ul>
  );

const Row = ({ one, now, sign, colours, ofSeveralProjects }: Omit<Props, "issuables"> & { one: ListedIssuable }) => {
  const href = pathOfUrl(one.web_url);
  return (
    <li>
      <a class="main" href={href}>
        {one.title}
      </a>
      {one.confidential === true && <span class="badge">Confidential</span>}
      {one.labels.slice(0, MOST_LABELS).map((title) => (
        <Label title={title} color={colours?.get(title)} />
      ))}
      {one.labels.length > MOST_LABELS && <span class="soft"> and {one.labels.length - MOST_LABELS} more</span>}
      <p class="meta">
        <span>
          {ofSeveralProjects === true && projectOf(href)}
          {sign}
          {one.iid}
        </span>
        {one.state !== "opened" && <State state={one.state} />}
        <span>
          Created <Time now={now} time={one.created_at} /> by <UserLink user={one.author} />
        </span>
        {one.assignee !== null && (
          <span>
            Assigned to <UserLink user={one.assignee} />
          </span>
        )}
        {one.milestone !== null && <span>Milestone {one.milestone.title}</span>}
        {one.due_date != null && <span>Due {one.due_date}</span>}
        {one.source_branch !== undefined && (
          <span>
            <code>{one.source_branch}</code> into <code>{one.target_branch}</code>
          </span>
        )}
        {one.merge_status === "cannot_be_merged" && isOpen(one) && <span>Cannot be merged</span>}
        {one.user_notes_count > 0 && <span>{counted(one.user_notes_count, "comment")}</span>}
      </p>
    </li>
  );
};

const isOpen = ({ state }: ListedIssuable): boolean => state === "opened" || state === "reopened";

/** `group/project` of the path of an issuable. */
const projectOf = (path: string): string => decodeURIComponent(path.split("/").slice(1, 3).join("/"));
