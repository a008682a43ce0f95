// GET /-/admin/groups: all groups, with the size of their repositories.
import { listGroups } from "../../api/v3/groups/list-groups.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { sizeText } from "../components/size-text.ts";
import { serverPlace } from "../owner-place.tsx";
import type { Page } from "../page.ts";
import { pathOfUrl } from "../paths.ts";
import { ListFilter } from "./list-filter.tsx";

export const groupsPage: Page = async (visit) => {
  const values = {
    search: visit.queryText("search"),
    page: visit.queryText("page"),
    all_available: true,
    statistics: true,
  };
  const [frame, listed] = await Promise.all([serverPlace.frame(visit), visit.api.list(listGroups, values)]);
  return frame(
    "Groups",
    <section>
      <h1>Groups</h1>
      <ListFilter visit={visit} />
      {listed.rows.length === 0 ? (
        <Empty>No groups match.</Empty>
      ) : (
        <ul class="list">
          {listed.rows.map((group) => (
            <GroupItem group={group} />
          ))}
        </ul>
      )}
      <Pages visit={visit} listed={listed} />
    </section>,
  );
};

interface ListedGroup {
  readonly name: string;
  readonly path: string;
  readonly web_url: string;
  readonly statistics?: { readonly storage_size: number };
}

const GroupItem = ({ group }: { group: ListedGroup }) => (
  <li>
    <a class="main" href={pathOfUrl(group.web_url)}>
      {group.name}
    </a>
    <p class="meta">
      <span>{group.path}</span>
      <span>{sizeText(group.statistics?.storage_size ?? 0)}</span>
      <a href={`${pathOfUrl(group.web_url)}/audit_events`}>Audit events</a>
      <a href={`${pathOfUrl(group.web_url)}/hooks`}>Webhooks</a>
    </p>
  </li>
);
