// Links between pages that belong together, of which one is the current page.

interface Props {
  /** The name of the navigation for screen readers. */
  readonly label: string;
  /** The path of the current page. */
  readonly current: string;
  /** Texts and paths. */
  readonly links: readonly (readonly [text: string, path: string])[];
}

export const TabNav = ({ label, current, links }: Props) => (
  <nav class="tabs" aria-label={label}>
    {links.map(([text, path]) => (
      <a href={path} aria-current={path === current ? "page" : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
