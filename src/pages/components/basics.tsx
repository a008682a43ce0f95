// Small parts that most pages have: times, users, labels, badges, links between the pages of a list.
import type { Child } from "hono/jsx";
import type { Listed } from "../api-client.ts";
import { userUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

const MINUTE = 60_000;
const units = [
  ["year", 365 * 24 * 60],
  ["month", 30 * 24 * 60],
  ["day", 24 * 60],
  ["hour", 60],
  ["minute", 1],
] as const;

/** `3 days ago`. Times of the future are `just now`: clocks differ. @param now,time ISO 8601 */
export function timeAgo(now: string, time: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(time)) / MINUTE);
  for (const [unit, length] of units) {
    const count = Math.floor(minutes / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

/** `2026-11-22 13:18 UTC`. @param time ISO 8601, of UTC */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

export const Time = ({ now, time }: { now: string; time: string }) => (
  <time datetime={time} title={time}>
    {timeAgo(now, time)}
  </time>
);

interface User {
  readonly username: string;
  readonly name: string;
}

export const UserLink = ({ user }: { user: User }) => (
  <a class="user" href={userUrl(user.username)} title={`@${user.username}`}>
    {user.name}
  </a>
);

/** A dot of the label's colour before its title: any colour has enough contrast that way. @param color `#rrggbb` */
export const Label = ({
  title,
  color,
  href,
}: {
  title: string;
  color?: string | undefined;
  href?: string | undefined;
}) => {
  const content = (
    <>
      {color !== undefined && /^#[0-9a-f]{3,6}$/i.test(color) && (
        <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
          <circle cx="5" cy="5" r="5" fill={color} />
        </svg>
      )}
      {title}
    </>
  );
  return href === undefined ? (
    <span class="label">{content}</span>
  ) : (
    <a class="label" href={href}>
      {content}
    </a>
  );
};

/** The state of an issue or a merge request, of a milestone or a delivery. */
export const State = ({ state }: { state: string }) => (
  <span class={`state ${/^[a-z_]+$/.test(state) ? state : ""}`}>{capitalised(state.replaceAll("_", " "))}</span>
);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 commit`, `2 commits` */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** The beginning of a text of any length, on one line. @param most characters */
export function excerptOf(text: string, most = 200): string {
  // A character has at most two units.
  const characters = [
    ...text
      .slice(0, 4 * most)
      .replaceAll(/\s+/g, " ")
      .trim(),
  ];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most).join("")}…`;
}

export const Empty = ({ children }: { children?: Child }) => <p class="empty">{children}</p>;

interface PagesProps {
  readonly visit: Visit;
  readonly listed: Listed<unknown>;
  /** The path of the list, where a form that was refused shows it under another one. */
  readonly path?: string;
}

/** Links to the previous and the next page of a list, with the query's other parameters. */
export const Pages = ({ visit, listed, path }: PagesProps) => {
  if (listed.page <= 1 && !listed.hasNext) return null;
  const pageAt = (page: number) =>
    withQuery({ pathname: path ?? visit.url.pathname, search: visit.url.search }, { page: String(page) });
  return (
    <nav class="pages" aria-label="Pages">
      {listed.page > 1 && (
        <a rel="prev" href={pageAt(listed.page - 1)}>
          Previous
        </a>
      )}
      <span>Page {listed.page}</span>
      {listed.hasNext && (
        <a rel="next" href={pageAt(listed.page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
};

/** The page's path and query with some parameters replaced, or removed where the value is null. */
export function withQuery(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  changes: Readonly<Record<string, string | null>>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
