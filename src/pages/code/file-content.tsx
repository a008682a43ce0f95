// The content of a file in its page.
import { raw } from "hono/html";
import type { BrowsedFile } from "../../git/operations/browse.ts";
import { Empty } from "../components/basics.tsx";
import type { VisitedProject } from "../visit.ts";
import { baseName, shownName } from "./byte-path.ts";
import { placeUrl } from "./open-code.ts";
import { isPicture } from "./raw-file.ts";

/** A page with more lines takes browsers too long. */
const MOST_LINES = 20_000;

interface Props {
  readonly project: VisitedProject;
  readonly file: BrowsedFile;
  /** Rendered, if it is shown as Markdown. */
  readonly html: string | null;
}

export const FileContent = ({ project, file, html }: Props) => {
  const { place, text, size, isBinary } = file;
  const name = baseName(place.path);
  const rawUrl = placeUrl(project, "raw", place.revision, place.path);
  if (isPicture(name)) return <Picture name={name} rawUrl={rawUrl} />;
  if (html !== null) return <div class="box markdown">{raw(html)}</div>;
  if (size === 0) return <Empty>This file is empty.</Empty>;
  const rows = text === null ? null : numberedLines(text);
  if (rows === null) {
    return (
      <Empty>
        {isBinary ? "This file is not a text." : "This file is too large to be shown."} <a href={rawUrl}>Raw file</a>
      </Empty>
    );
  }
  return (
    <div class="box scroll">
      <table class="code" data-name={shownName(name)}>
        <tbody>{raw(rows)}</tbody>
      </table>
    </div>
  );
};

const Picture = ({ name, rawUrl }: { name: string; rawUrl: string }) => (
  <p class="box picture">
    <img src={rawUrl} alt={shownName(name)} />
  </p>
);

/** A parser of HTML would take a carriage return for a line feed. */
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/**
 * Rows of a table with links to their numbers; null for more than {@link MOST_LINES}. Text instead of JSX, which takes
 * several times as long.
 */
function numberedLines(text: string): string | null {
  const escaped = text.replaceAll("\r\n", "\n").replace(/[&<>\r]/g, (character) => entities[character] ?? "");
  const lines = escaped.split("\n", MOST_LINES + 2);
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MOST_LINES) return null;
  let rows = "";
  let number = 0;
  for (const line of lines) {
    number += 1;
    rows += `<tr id="L${number}"><td class="line"><a href="#L${number}">${number}</a></td><td>${line}</td></tr>`;
  }
  return rows;
}
