// Links between pages that belong together, of which one is the current page.
import type { Visit } from "../visit.ts";
import { withQuery } from "./basics.tsx";

export interface Tab {
  readonly text: string;
  readonly href: string;
}

interface TabLinksProps {
  readonly tabs: readonly Tab[];
  /** Of the current page. */
  readonly current: string | undefined;
}

export const TabLinks = ({ tabs, current }: TabLinksProps) => (
  <>
    {tabs.map(({ text, href }) => (
      <a href={href} aria-current={href === current ? "page" : undefined}>
        {text}
      </a>
    ))}
  </>
);

/** @param label the name of the navigation for screen readers */
export const TabNav = ({ label, ...links }: TabLinksProps & { label: string }) => (
  <nav class="tabs" aria-label={label}>
    <TabLinks {...links} />
  </nav>
);

interface QueryTabsProps {
  readonly visit: Visit;
  /** The name of the navigation for screen readers. */
  readonly label: string;
  /** The parameter of the query that each tab sets. Its page begins anew. */
  readonly name: string;
  /** Values and texts. */
  readonly values: Readonly<Record<string, string>>;
  readonly current: string;
}

/** Tabs that choose a parameter of the page's own address. */
export const QueryTabs = ({ visit, label, name, values, current }: QueryTabsProps) => {
  const hrefOf = (value: string) => withQuery(visit.url, { [name]: value, page: null });
  const tabs = Object.entries(values).map(([value, text]) => ({ text, href: hrefOf(value) }));
  return <TabNav label={label} tabs={tabs} current={hrefOf(current)} />;
};
