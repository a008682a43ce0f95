// The name of a group and the tabs that its pages have.
import { canOnGroup } from "../../permissions/abilities.ts";
import { visibilityNames } from "../components/basics.tsx";
import { groupUrl } from "../paths.ts";
import type { VisitedGroup } from "./find-group.ts";

const tabs = [
  ["Projects", ""],
  ["Activity", "/activity"],
  ["Issues", "/issues"],
  ["Members", "/members"],
  ["Settings", "/edit"],
] as const;

export type GroupTab = (typeof tabs)[number][0];

export const GroupHeader = ({ group, tab }: { group: VisitedGroup; tab: GroupTab }) => {
  const managed = canOnGroup(group, "admin_group", group.access_level);
  return (
    <>
      <h1>
        {group.name}
        <span class="badge">{visibilityNames[group.visibility_level]}</span>
      </h1>
      <nav class="tabs" aria-label="Group">
        {tabs
          .filter(([name]) => managed || name !== "Settings")
          .map(([name, path]) => (
            <a href={groupUrl(group) + path} aria-current={name === tab ? "page" : undefined}>
              {name}
            </a>
          ))}
      </nav>
    </>
  );
};
