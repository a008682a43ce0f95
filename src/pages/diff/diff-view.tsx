// Changed files with their lines, as commits, comparisons and merge requests show them.
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { notFound } from "../../http/errors.ts";
import { counted, Empty, withQuery } from "../components/basics.tsx";
import { encodePath, projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { newPageBudget } from "./page-limits.ts";
import type { LineNotes } from "./render-rows.ts";
import { type PresentedChange, type ShownDiff, type ShownFile, showFiles } from "./shown-files.ts";

interface DiffProps {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly changes: readonly PresentedChange[];
  /** The revision that the changes lead to, whose files are linked. */
  readonly revision: string;
  /** The command that shows in a clone what the page leaves out. */
  readonly command: string;
  readonly notes?: LineNotes;
}

/**
 * Renders at once, so that afterwards the caller knows which notes are below a line. It reads these parameters of the
 * query: `view=parallel`, `w=1` to ignore whitespace, `expanded` with the path of the only file to show.
 *
 * @throws ApiError 404 if that path has not changed
 */
export function renderDiff({ visit, project, changes, revision, command, notes }: DiffProps): Child {
  const expanded = visit.queryText("expanded");
  const shown = expanded === undefined ? changes : changes.filter(({ new_path }) => new_path === expanded).slice(0, 1);
  if (expanded !== undefined && shown.length === 0) throw notFound("File");
  const isParallel = visit.queryText("view") === "parallel";
  const ignoresWhitespace = visit.queryText("w") === "1";
  const diff = showFiles(shown, { isParallel, ignoresWhitespace, notes: notes ?? null }, newPageBudget());
  const blobs = `${projectUrl(project)}/blob/${encodeURIComponent(revision)}/`;
  if (changes.length === 0) return <Empty>No file has changed.</Empty>;
  return (
    <section class="changes" aria-label="Changes">
      <div class="heading">
        <Summary diff={diff} isPart={expanded !== undefined} />
        <p class="actions">
          {expanded !== undefined && <a href={optionUrl(visit, { expanded: null })}>Show all files</a>}
          <Option visit={visit} name="view" value={null} isOn={!isParallel} text="Unified" />
          <Option visit={visit} name="view" value="parallel" isOn={isParallel} text="Side by side" />
          <Option
            visit={visit}
            name="w"
            value={ignoresWhitespace ? null : "1"}
            isOn={false}
            text={ignoresWhitespace ? "Show whitespace changes" : "Hide whitespace changes"}
          />
        </p>
      </div>
      {diff.files.length > 1 && <FileList diff={diff} />}
      {diff.files.map((file) => (
        <File visit={visit} file={file} blobs={blobs} command={command} isAlone={shown.length === 1} />
      ))}
      {diff.others > 0 && (
        <p class="empty">
          {counted(diff.others, "more file has", "more files have")} changed. See them with <code>{command}</code>.
        </p>
      )}
    </section>
  );
}

const optionUrl = (visit: Visit, changes: Readonly<Record<string, string | null>>): string =>
  withQuery(visit.url, { comment: null, ...changes });

interface OptionProps {
  readonly visit: Visit;
  readonly name: string;
  readonly value: string | null;
  readonly isOn: boolean;
  readonly text: string;
}

const Option = ({ visit, name, value, isOn, text }: OptionProps) => (
  <a href={optionUrl(visit, { [name]: value })} aria-current={isOn ? "true" : undefined}>
    {text}
  </a>
);

const Summary = ({ diff: { files, others, added, removed }, isPart }: { diff: ShownDiff; isPart: boolean }) => (
  <p>
    {isPart ? "One of the changed files" : counted(files.length + others, "changed file")} with{" "}
    {others > 0 || files.some(({ change }) => change.too_large) ? "at least " : ""}
    {counted(added, "addition")} and {counted(removed, "deletion")}
  </p>
);

const FileList = ({ diff: { files } }: { diff: ShownDiff }) => (
  <details open={files.length <= 20}>
    <summary>Files</summary>
    <ul class="file-list">
      {files.map(({ change, id, added, removed }) => (
        <li>
          <a href={`#${id}`}>{change.new_path}</a> <Counts added={added} removed={removed} />
        </li>
      ))}
    </ul>
  </details>
);

const Counts = ({ added, removed }: { added: number; removed: number }) => (
  <>
    <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
  </>
);

interface FileProps {
  readonly visit: Visit;
  readonly file: ShownFile;
  readonly blobs: string;
  readonly command: string;
  /** True if the page shows no other file. */
  readonly isAlone: boolean;
}

const File = ({ visit, file: { change, id, added, removed, body }, blobs, command, isAlone }: FileProps) => (
  <details id={id} class="file" open>
    <summary>
      {change.renamed_file && `${change.old_path} → `}
      {change.new_path} <Counts added={added} removed={removed} />
      {change.new_file && <span class="badge">new</span>}
      {change.deleted_file && <span class="badge">deleted</span>}
      {change.renamed_file && <span class="badge">renamed</span>}
    </summary>
    <p class="meta">
      {hasOtherMode(change) && (
        <span>
          Mode {change.a_mode} → {change.b_mode}
        </span>
      )}
      {change.b_mode === SUBMODULE || change.a_mode === SUBMODULE ? <span>Submodule</span> : null}
      {!change.deleted_file && change.b_mode !== SUBMODULE && (
        <a href={blobs + encodePath(change.new_path)}>View file</a>
      )}
    </p>
    {"text" in body && <p class="meta">{body.text}</p>}
    {"hiddenLines" in body && (
      <p class="meta">
        {counted(body.hiddenLines, "line")} changed. <AloneLink visit={visit} path={change.new_path} id={id} />
      </p>
    )}
    {"html" in body && <div class="scroll">{raw(body.html)}</div>}
    {"html" in body && body.left > 0 && (
      <p class="meta">
        {counted(body.left, "more line")} left out.{" "}
        {isAlone ? (
          <span>
            See them with <code>{command}</code>.
          </span>
        ) : (
          <AloneLink visit={visit} path={change.new_path} id={id} />
        )}
      </p>
    )}
  </details>
);

const AloneLink = ({ visit, path, id }: { visit: Visit; path: string; id: string }) => (
  <a href={`${optionUrl(visit, { expanded: path })}#${id}`}>Show them</a>
);

const SUBMODULE = "160000";

const hasOtherMode = ({ a_mode, b_mode, new_file, deleted_file }: PresentedChange): boolean =>
  a_mode !== b_mode && !new_file && !deleted_file;
