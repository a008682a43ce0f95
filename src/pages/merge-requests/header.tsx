// The head of the pages of a merge request: title, state, branches, and the tabs that lead to its other pages.
import type { Child } from "hono/jsx";
import { State, Time, UserLink } from "../components/basics.tsx";
import { TabNav } from "../components/tab-nav.tsx";
import { pathOfUrl } from "../paths.ts";

/** What the head shows of the API's merge request, with authors in any of its shapes. */
export interface HeadedMergeRequest {
  readonly iid: number;
  readonly title: string;
  readonly state: string;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly created_at: string;
  readonly web_url: string;
  readonly author: { readonly username: string; readonly name: string };
}

interface Props {
  readonly mergeRequest: HeadedMergeRequest;
  readonly tab: MergeRequestTab;
  readonly now: string;
  /** Buttons beside the title. */
  readonly children?: Child;
}

/** Texts, and paths below that of the merge request. */
const tabs = {
  discussion: ["Discussion", ""],
  commits: ["Commits", "/commits"],
  changes: ["Changes", "/diffs"],
} as const;

export type MergeRequestTab = keyof typeof tabs;

export const MergeRequestHeader = ({ mergeRequest, tab, now, children }: Props) => {
  const { iid, title, state, author, created_at, source_branch, target_branch, web_url } = mergeRequest;
  const home = pathOfUrl(web_url);
  return (
    <>
      <div class="heading">
        <h1>
          {title} <span class="quiet">!{iid}</span>
        </h1>
        {children && <div class="actions">{children}</div>}
      </div>
      <p class="meta">
        <State state={state} />
        <span>
          <UserLink user={author} /> proposed it <Time now={now} time={created_at} />
        </span>
        <span>
          <code>{source_branch}</code> into <code>{target_branch}</code>
        </span>
      </p>
      <TabNav
        label="Merge request"
        tabs={Object.values(tabs).map(([text, path]) => ({ text, href: home + path }))}
        current={home + tabs[tab][1]}
      />
    </>
  );
};
