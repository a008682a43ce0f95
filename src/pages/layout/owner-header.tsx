// The head of all pages of a project or a group: its name, its visibility and its tabs.
import type { Child } from "hono/jsx";
import { type Tab, TabLinks } from "../components/tab-nav.tsx";
import { visibilityNames } from "../components/visibility.ts";

interface Props {
  /** `Project` or `Group`: the name of the navigation for screen readers. */
  readonly kind: string;
  /** Namespace and name. */
  readonly children?: Child;
  readonly visibility: number;
  readonly isArchived?: boolean;
  readonly tabs: readonly Tab[];
  readonly current: string | undefined;
}

export const OwnerHeader = ({ kind, children, visibility, isArchived = false, tabs, current }: Props) => (
  <nav class="owner-head" aria-label={kind}>
    <p class="crumbs">
      {children}
      {visibility !== 20 && <span class="badge">{visibilityNames[visibility]}</span>}
      {isArchived && <span class="badge">Archived</span>}
    </p>
    <div class="tabs">
      <TabLinks tabs={tabs} current={current} />
    </div>
  </nav>
);
