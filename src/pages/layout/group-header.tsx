// The name of a group and the tabs that all its pages have.
import { canOnGroup } from "../../permissions/abilities.ts";
import type { VisitedGroup } from "../groups/find-group.ts";
import { groupUrl } from "../paths.ts";
import { OwnerHeader } from "./owner-header.tsx";

/** Names of the tabs with their texts and their paths below the group's. */
const tabs = {
  projects: ["Projects", ""],
  activity: ["Activity", "/activity"],
  issues: ["Issues", "/issues"],
  merge_requests: ["Merge requests", "/merge_requests"],
  members: ["Members", "/members"],
  settings: ["Settings", "/edit"],
} as const;

export type GroupTab = keyof typeof tabs;

export const GroupHeader = ({ group, tab }: { group: VisitedGroup; tab: GroupTab }) => {
  const home = groupUrl(group);
  const { settings, ...forAll } = tabs;
  const shown = canOnGroup(group, "admin_group", group.access_level) ? tabs : forAll;
  return (
    <OwnerHeader
      kind="Group"
      visibility={group.visibility_level}
      tabs={Object.values(shown).map(([text, path]) => ({ text, href: home + path }))}
      current={home + tabs[tab][1]}
    >
      <a href={home}>
        <strong>{group.name}</strong>
      </a>
    </OwnerHeader>
  );
};
