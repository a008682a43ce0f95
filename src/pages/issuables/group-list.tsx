// The issues, or the merge requests, of a group's projects.

import type { Listed } from "../api-client.ts";
import { Pages } from "../components/basics.tsx";
import { visitedGroup, visitedGroupId } from "../groups/find-group.ts";
import type { GroupTab } from "../layout/group-header.tsx";
import type { Page } from "../page.ts";
import type { Visit } from "../visit.ts";
import { Filters, listValues } from "./filters.tsx";
import { IssuableList, type ListedIssuable } from "./list.tsx";

type Values = { readonly id: unknown } & Awaited<ReturnType<typeof listValues>>;

interface Kind {
  readonly title: string;
  readonly tab: GroupTab;
  readonly sign: "#" | "!";
  readonly states: Readonly<Record<string, string>>;
}

export const groupListPage =
  (kind: Kind, read: (visit: Visit, values: Values) => Promise<Listed<ListedIssuable>>): Page =>
  async (visit) => {
    const [id, values] = await Promise.all([visitedGroupId(visit), listValues(visit)]);
    const [group, listed] = await Promise.all([visitedGroup(visit), read(visit, { id, ...values })]);
    const { title, tab, sign, states } = kind;
    return {
      title: `${title} · ${group.name}`,
      group: { group, tab },
      content: (
        <section>
          <h1>{title}</h1>
          <Filters visit={visit} states={states} fields={["search", "author", "assignee", "milestone", "labels"]} />
          <IssuableList issuables={listed.rows} sign={sign} now={visit.base.now} ofSeveralProjects />
          <Pages visit={visit} listed={listed} />
        </section>
      ),
    };
  };
