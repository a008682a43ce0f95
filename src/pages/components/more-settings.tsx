// Links from the settings of a project or a group to its other pages that change it.

interface Props {
  /** The path of the project or the group. */
  readonly home: string;
  /** Paths below it, and texts. */
  readonly pages: readonly (readonly [path: string, text: string, ...unknown[]])[];
}

export const MoreSettings = ({ home, pages }: Props) => (
  <nav class="side" aria-label="More settings">
    <ul class="list">
      {pages.map(([path, text]) => (
        <li>
          <a href={`${home}/${path}`}>{text}</a>
        </li>
      ))}
    </ul>
  </nav>
);
